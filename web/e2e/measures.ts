/** What is measured on a page: whether texts have room, and where they come from. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { catalogueOf, type Message } from "./catalogues";

/** The names of computers, which are the same in all languages. */
export const COMPUTERS: readonly string[] = computerNames();

function computerNames(): string[] {
  const file = join(import.meta.dirname, "../../src/elbowroom/server/tables/computer_names.py");
  const names = [...readFileSync(file, "utf-8").matchAll(/^ {4}"([A-Z][a-z]+)",$/gm)].map(
    ([, name = ""]) => name,
  );
  if (names.length === 0) throw new Error("no names of computers are found");
  return names;
}

/** By how much the page is wider than its window. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** A text that is seen or heard, and the whole sentence around it. */
interface Said {
  text: string;
  around: string;
}

/** All texts of the page, also those for screen readers; what people wrote and what is notation is left out. */
export function textsOf(page: Page): Promise<Said[]> {
  return page.evaluate(() => {
    const found: Said[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (
        holder === null ||
        holder.closest("script, style, noscript, .sheet, code, pre, option, time, [data-own], [dir=auto]") !==
          null
      )
        continue;
      const around =
        holder.closest("p, li, button, a, h1, h2, h3, label, summary, td, th, dt, dd, small, span") ?? holder;
      found.push({ text: (node.textContent ?? "").trim(), around: around.textContent.trim() });
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
      for (const name of ["aria-label", "title", "alt", "placeholder"]) {
        const value = element.getAttribute(name)?.trim() ?? "";
        if (value !== "") found.push({ text: value, around: value });
      }
    }
    return found.filter(({ text }) => text !== "");
  });
}

/**
 * Words that have no room: cut by what is around them, sticking out of their button or card or of the window, or broken
 * without a hyphen. What can be scrolled into sight is not cut; the map may be larger than the window.
 */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Bounds {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const UNREAD = ".board, .unseen, .sheet, script, style, noscript, option, .skip, [inert]";
    const HOLDERS = "button, summary, [role=tab], .card, .ribbon, dialog, td, th, header, nav a";
    /** Letters reach so far from the middle of their line, measured in their size. */
    const REACH = 0.35;
    const WORD = /\p{L}{3,}/gu;

    const root = document.documentElement;
    const everywhere: Bounds = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

    /** Where a text can be seen without or with scrolling; null if it is for screen readers only. */
    function seenArea(holder: Element): Bounds | null {
      const area = { ...everywhere };
      let [isAcross, isDown] = [true, true];
      for (
        let around: Element | null = holder;
        around !== null && around !== root;
        around = around.parentElement
      ) {
        const { overflowX, overflowY, clipPath, position } = getComputedStyle(around);
        if (clipPath === "inset(50%)") return null;
        const box = around.getBoundingClientRect();
        if (overflowX === "auto" || overflowX === "scroll") isAcross = false;
        if (overflowY === "auto" || overflowY === "scroll") isDown = false;
        if (isAcross && overflowX !== "visible") {
          area.left = Math.max(area.left, box.left);
          area.right = Math.min(area.right, box.right);
        }
        if (isDown && overflowY !== "visible") {
          area.top = Math.max(area.top, box.top);
          area.bottom = Math.min(area.bottom, box.bottom);
        }
        if (position === "fixed") return area;
      }
      if (isAcross) [area.left, area.right] = [Math.max(area.left, 0), Math.min(area.right, innerWidth)];
      // A page that does not scroll has nothing below its window.
      if (isDown && root.scrollHeight <= innerHeight + 1) area.bottom = Math.min(area.bottom, innerHeight);
      return area;
    }

    function sticksOut(line: DOMRect, size: number, area: Bounds): boolean {
      const middle = (line.top + line.bottom) / 2;
      return (
        line.left < area.left - 1 ||
        line.right > area.right + 1 ||
        middle - REACH * size < area.top - 1 ||
        middle + REACH * size > area.bottom + 1
      );
    }

    const found: string[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      const text = node.textContent ?? "";
      if (holder === null || text.trim() === "" || holder.closest(UNREAD) !== null) continue;
      if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const seen = seenArea(holder);
      if (seen === null) continue;
      const where = `“${text.trim().slice(0, 60)}” in ${holder.tagName.toLowerCase()}.${holder.getAttribute("class") ?? ""}`;
      const size = Number.parseFloat(getComputedStyle(holder).fontSize);
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const cut = lines.find((line) => sticksOut(line, size, seen));
      if (cut !== undefined) {
        found.push(
          `cut: ${where} (${Math.round(cut.left)} to ${Math.round(cut.right)}, ${Math.round(cut.top)} to ${Math.round(cut.bottom)})`,
        );
        continue;
      }
      const around = holder.closest(HOLDERS)?.getBoundingClientRect();
      if (around !== undefined && lines.some((line) => sticksOut(line, size, around)))
        found.push(`sticks out: ${where}`);
      if (holder.closest("code, pre, [data-own]") !== null) continue;
      for (const { 0: word, index } of text.matchAll(WORD)) {
        // The hyphen of a soft one belongs to the letter behind it.
        range.setStart(node, index + 1);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > size / 2) found.push(`broken: “${word}” in ${where}`);
      }
    }
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
    return found;
  });
}

/** Buttons whose words take more than two lines, but for those that look like text. */
export function tallButtons(page: Page): Promise<string[]> {
  return page.locator("button:not(.quiet), nav a").evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      if (!button.checkVisibility({ visibilityProperty: true })) return [];
      const words = [...button.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const range = document.createRange();
      const tops = words.flatMap((node) => {
        range.selectNodeContents(node);
        return [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      });
      return new Set(tops).size > 2 ? [`${new Set(tops).size} lines: ${button.textContent.trim()}`] : [];
    }),
  );
}

function textsIn(catalogue: Record<string, Message>): string[] {
  return Object.values(catalogue).flatMap((message) =>
    typeof message === "string" ? [message] : message.flatMap(({ match }) => Object.values(match)),
  );
}

const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const PARAMETER = /\{\w+\}/g;
const KEY = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;
/** A text with parameters is known by its other words, if they are as many letters. */
const MIN_LETTERS = 8;

/** What a language is compared with: texts that English alone has. */
export class English {
  private readonly keys = new Set(Object.keys(catalogueOf("en")));
  private readonly texts: ReadonlySet<string>;
  private readonly patterns: readonly RegExp[];

  constructor(language: string) {
    const own = new Set(textsIn(catalogueOf(language)).flatMap((text) => [text, withCapital(text)]));
    const foreign = textsIn(catalogueOf("en")).filter(
      (text) => !own.has(text) && !own.has(withCapital(text)),
    );
    this.texts = new Set(foreign.filter((text) => !text.includes("{")));
    this.patterns = foreign
      .filter(
        (text) =>
          text.includes("{") && text.replace(PARAMETER, "").replace(/[^a-z]/gi, "").length >= MIN_LETTERS,
      )
      .map((text) => new RegExp(`^${text.split(PARAMETER).map(escaped).join(".+")}$`, "s"));
  }

  /** What of these texts is English, a key instead of a message, or a parameter that was not put in. */
  leftIn(said: readonly Said[]): string[] {
    const isEnglish = (text: string): boolean =>
      this.texts.has(text) || this.patterns.some((pattern) => pattern.test(text));
    const left = said.flatMap(({ text, around }) => {
      if (/[{}]/.test(text)) return [`a parameter: ${text}`];
      const key = text.match(KEY)?.find((word) => this.keys.has(word));
      if (key !== undefined) return [`a key: ${key}`];
      const sentence = [text, around].find(isEnglish);
      return sentence === undefined ? [] : [`English: ${sentence}`];
    });
    return [...new Set(left)];
  }
}
