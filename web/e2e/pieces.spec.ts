/** Who holds what, at a glance: what stands on the map is measured, at its usual size on large and small screens. */
import type { Page } from "@playwright/test";
import { MIDDLE } from "./positions";
import { expect, test } from "./server";
import { choose, drawn, openTable } from "./tables";

/** What can be read, in pixels. */
const FIGURES = 9;
/** How high a figure is, as a part of the size of its font. */
const FIGURE_HEIGHT = 0.6;

const SCREENS = [
  { width: 1280, height: 800, isPhone: false },
  { width: 360, height: 740, isPhone: true },
  { width: 390, height: 844, isPhone: true },
  { width: 844, height: 390, isPhone: true },
];

/** By region, the seat that holds it and whether the race is in decline, as the position says. */
function holders(position: string): Map<number, { seat: number; isDeclined: boolean }> {
  const lines = position.split("\n");
  const names =
    lines
      .find((line) => line.startsWith("players"))
      ?.split(" ")
      .slice(1) ?? [];
  return new Map(
    lines
      .filter((line) => line.includes(" : "))
      .flatMap((line) => {
        const [who = "", where = ""] = line.split(" : ");
        const seat = names.findIndex((name) => who.startsWith(name));
        return where
          .split(", ")
          .map(
            (held) => [Number.parseInt(held, 10), { seat, isDeclined: who.includes("in decline") }] as const,
          );
      }),
  );
}

interface Circle {
  what: string;
  x: number;
  y: number;
  radius: number;
}

interface Seen {
  /** By region. */
  stacks: { region: number; symbol: string; count: number; figures: number; opacity: number }[];
  labels: number[];
  markers: { name: string; size: number; figures: number | null }[];
  tags: { text: string; figures: number; left: number; top: number; right: number; bottom: number }[];
  /** All that a tag must not cover. */
  pieces: Circle[];
  /** By region, how wide the dashes on its border are seen. */
  dashes: [number, number][];
}

/** All sizes are those on the screen. */
async function seenOn(page: Page): Promise<Seen> {
  return page.evaluate((part) => {
    const board = document.querySelector(".board");
    if (board === null) throw new Error("there is no board");
    const all = <Kind extends Element>(selector: string, within: Element = board): Kind[] => [
      ...within.querySelectorAll<Kind>(selector),
    ];
    const scale = (shape: SVGGraphicsElement): number => shape.getScreenCTM()?.d ?? 0;
    const size = (shape: Element, name: string): number => Number(shape.getAttribute(name));
    const figures = (text: SVGTextElement): number => scale(text) * size(text, "font-size") * part;
    /** The circle in the box that is given by these attributes. */
    const circle = (shape: SVGGraphicsElement, what: string): Circle => {
      const half = size(shape, "width") / 2;
      const around = shape.parentElement as unknown as SVGGraphicsElement;
      const middle = new DOMPoint(size(shape, "x") + half, size(shape, "y") + half);
      const { x, y } = middle.matrixTransform(around.getScreenCTM() ?? undefined);
      return { what, x, y, radius: half * scale(around) };
    };
    const opacityOf = (shape: Element | null): number => {
      let opacity = 1;
      for (let around = shape; around !== null && around !== board; around = around.parentElement)
        opacity *= Number(getComputedStyle(around).opacity) * Number(getComputedStyle(around).fillOpacity);
      return opacity;
    };
    const occupants = all<SVGGElement>("[data-occupant]");
    return {
      stacks: occupants.flatMap((occupant) =>
        all<SVGSVGElement>(".stack .counter", occupant).map((counter) => ({
          region: Number(occupant.dataset["occupant"]),
          symbol: counter.querySelector("use")?.getAttribute("href") ?? "",
          count: Number(counter.textContent),
          figures: figures(counter.querySelector("text") as SVGTextElement),
          opacity: Math.min(...all("use", counter).map(opacityOf)),
        })),
      ),
      labels: all<SVGTextElement>(".labels text").map(figures),
      markers: all<SVGGElement>(".marker").map((marker) => {
        const [drawing, text] = [marker.querySelector("use"), marker.querySelector("text")];
        return {
          name: marker.dataset["marker"] ?? "",
          size: drawing === null ? 0 : 2 * circle(drawing, "").radius,
          figures: text === null ? null : figures(text),
        };
      }),
      tags: all<SVGGElement>(".mark").map((mark) => {
        const { left, top, right, bottom } = (mark.querySelector("rect") as Element).getBoundingClientRect();
        const text = mark.querySelector("text") as SVGTextElement;
        return { text: text.textContent, figures: figures(text), left, top, right, bottom };
      }),
      pieces: [
        ...all<SVGSVGElement>(".stack .counter").map((shape) => circle(shape, "stack")),
        ...all<SVGUseElement>(".marker > use").map((shape) => circle(shape, "marker")),
        ...all<SVGUseElement>("use.tribe").map((shape) => circle(shape, "lost tribe")),
        ...all<SVGUseElement>(".ground use").map((shape) => circle(shape, "symbol")),
      ],
      dashes: all<SVGPathElement>(".tint .dashes").map((path) => [
        Number(path.closest<SVGGElement>(".tint")?.dataset["tint"]),
        // The half of a line that lies outside of its region is not seen.
        (scale(path) * size(path, "stroke-width")) / 2,
      ]),
    };
  }, FIGURE_HEIGHT);
}

/** How far a tag lies on a piece. */
function overlap(tag: Seen["tags"][number], { x, y, radius }: Circle): number {
  const across = Math.max(tag.left - x, 0, x - tag.right);
  const down = Math.max(tag.top - y, 0, y - tag.bottom);
  return radius - Math.hypot(across, down);
}

for (const { width, height, isPhone } of SCREENS) {
  test.describe(`on a screen of ${width}x${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone });

    for (const players of [2, 5]) {
      test(`with ${players} players it is seen who holds what, and what it costs`, async ({ page }) => {
        await choose(page, { speed: "off", name: "Ann" });
        const position = MIDDLE[players] ?? "";
        const computers = Array<string>(players - 1).fill("easy");
        await page.goto(`/t/${await openTable(page, { players, computers, position })}`);
        await drawn(page);
        await expect(page.locator("g.mark").first()).toBeVisible();
        const seen = await seenOn(page);

        const held = holders(position);
        expect(seen.stacks).toHaveLength(held.size);
        for (const { region, symbol, count, figures, opacity } of seen.stacks) {
          const { seat, isDeclined } = held.get(region) ?? {};
          expect(symbol, `shape in region ${region}`).toBe(`#${isDeclined ? "declined" : "counter"}-${seat}`);
          expect(count, `number in region ${region}`).toBeGreaterThan(0);
          expect(figures, `number in region ${region}`).toBeGreaterThanOrEqual(FIGURES);
          expect(opacity, `counter in region ${region}`).toBe(1);
        }

        const withDashes = [...held].filter(([, { seat }]) => seat > 0).map(([region]) => region);
        expect(seen.dashes.map(([region]) => region).sort()).toEqual(withDashes.sort());
        expect(Math.min(...seen.dashes.map(([, wide]) => wide))).toBeGreaterThan(1.3);

        expect(Math.min(...seen.labels)).toBeGreaterThanOrEqual(players === 2 && isPhone ? 8.5 : FIGURES);
        expect(seen.markers.length).toBeGreaterThan(3);
        for (const { name, size, figures } of seen.markers) {
          expect(size, name).toBeGreaterThanOrEqual(isPhone ? 12 : 15);
          if (figures !== null) expect(figures, `number of ${name}s`).toBeGreaterThanOrEqual(7);
        }

        expect(seen.tags.length).toBeGreaterThan(5);
        for (const tag of seen.tags) {
          expect(tag.figures, `price ${tag.text}`).toBeGreaterThanOrEqual(tag.text.length > 2 ? 7 : FIGURES);
          const covered = seen.pieces.filter((piece) => overlap(tag, piece) > 0.5);
          expect(covered, `under the price ${tag.text}`).toEqual([]);
        }
      });
    }
  });
}
