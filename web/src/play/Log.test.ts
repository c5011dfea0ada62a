import { fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event, TableView } from "../api/kinds";
import type { Entry } from "../core/table/source";
import { Table } from "../core/table/table.svelte";
import { settings } from "../settings/settings.svelte";
import { event, part } from "../testing/events";
import { entry, FakeSource } from "../testing/fakeSource";
import { line } from "../testing/game";
import { scene, view } from "../testing/scene";
import Log from "./Log.svelte";

const began = (seat: number): Event => event("turn_began", { seat, game_turn: 1 });
const conquest = (region: number): Event => event("conquered", { seat: 0, race: "orcs", region, tokens: 2 });

const scored = (seat: number, coins: number): Event =>
  event("scored", { seat, coins, parts: [part("orcs", "regions", coins)] });

const onpoint = vi.fn();
let table: Table;
let list: HTMLElement;

/** Something happens at the table; how it is told. */
async function happen(events: Event[], more: Partial<Entry> = {}): Promise<void> {
  const { head } = table;
  if (head !== null) table.onEntry(entry(head.seq + 1, head, events, more));
  await tick();
}

const turns = (): HTMLButtonElement[] => [...list.querySelectorAll("button")];
/** What the arrow keys lead to. */
const stops = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>("a, button")];
const links = (): HTMLAnchorElement[] => [...list.querySelectorAll("a")];
const chapters = (): HTMLElement[] => [...list.querySelectorAll("section")];
const nodesIn = (chapter: HTMLElement | undefined): Element[] => [...(chapter?.querySelectorAll("*") ?? [])];
const tabStops = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[tabindex="0"]')];
/** Which turn or line has the focus. */
const focused = (): number => stops().indexOf(document.activeElement as HTMLElement);
const press = (key: string, more: KeyboardEventInit = {}): Promise<boolean> =>
  fireEvent.keyDown(document.activeElement ?? list, { key, ...more });

/** The numbers of the log that the lines lead to. */
const moments = (): number[] => links().map((link) => Number(new URL(link.href).searchParams.get("at")));
/** Show all lines of Ann's turn. */
const unfold = (): Promise<boolean> => fireEvent.click(turns()[0] as HTMLElement);

/** Ann has taken regions 1 and 2 for 4 coins, and it is Bob's turn, who has taken region 3. */
beforeEach(async () => {
  settings.set("speed", "off");
  onpoint.mockClear();
  const log = [
    line(2, [began(0)], "started", null),
    line(3, [conquest(1)]),
    line(4, [conquest(2), scored(0, 4), began(1)]),
    line(5, [conquest(3)], "acted", 1),
  ];
  const { shown, box } = scene(view());
  table = new Table(new FakeSource({ ...shown, seq: 5 } as TableView, { box, log }));
  await table.open();
  render(Log, { table, onpoint });
  list = document.querySelector(".log") as HTMLElement;
});

afterEach(() => settings.set("speed", "normal"));

test("a turn that is over is one line, which unfolds and folds again", async () => {
  expect(turns().map((turn) => turn.textContent.trim())).toEqual([
    "1. Ann Orcs: +2\u00a0regions, +4\u00a0coins",
  ]);
  expect(turns()[0]).toHaveAttribute("aria-expanded", "false");
  expect(links()).toHaveLength(1);
  await unfold();
  expect(turns()[0]).toHaveAttribute("aria-expanded", "true");
  expect(links()).toHaveLength(4);
  await unfold();
  expect(links()).toHaveLength(1);
});

test("the turn that is played is told in full, and becomes one line when the next begins", async () => {
  expect(chapters()[1]?.querySelector("h3")).toHaveTextContent("Game turn 1: Bob");
  await happen([scored(1, 1), began(0)]);
  expect(turns()[1]).toHaveTextContent("1. Bob Orcs: +1 region, +1 coin");
  expect(links()).toHaveLength(0);
});

test("who has come to a line by keys stays there when the turn ends", async () => {
  links()[0]?.focus();
  await happen([began(0)]);
  expect(links()).toHaveLength(1);
  expect(links()[0]).toHaveFocus();
});

test("right unfolds a turn, left leads from a line to its turn and folds it", async () => {
  turns()[0]?.focus();
  await press("ArrowRight");
  expect(links()).toHaveLength(4);
  await press("ArrowDown");
  expect(links()[0]).toHaveFocus();
  await press("ArrowLeft");
  expect(turns()[0]).toHaveFocus();
  await press("ArrowLeft");
  expect(links()).toHaveLength(1);
});

test("the lines of a turn lead to their moments", async () => {
  await unfold();
  expect(moments()).toEqual([3, 4, 4, 5]);
});

test("what happens is added at the end when it is shown", async () => {
  await happen([conquest(4)]);
  expect(links()).toHaveLength(2);
  expect(links()[1]).toHaveTextContent("4");
  await happen([began(0)]);
  await happen([conquest(3)]);
  expect(chapters()).toHaveLength(3);
});

test("what is there already stays the same when a line is added", async () => {
  await unfold();
  const before = [...chapters(), ...nodesIn(chapters()[0])];
  await happen([conquest(4)]);
  await happen([began(0)]);
  await happen([conquest(3)]);
  const after = [...chapters().slice(0, 2), ...nodesIn(chapters()[0])];
  expect(after).toHaveLength(before.length);
  expect(after.every((node, number) => node === before[number])).toBe(true);
});

test("what was taken back goes, and what comes instead is told", async () => {
  await happen([conquest(4)]);
  await happen([], { what: "undone", takesBack: 6 });
  expect(moments()).toEqual([5]);
  await happen([conquest(2)]);
  expect(moments()).toEqual([5, 8]);
});

test("after a gap it is told anew, without what is there twice", async () => {
  if (table.head !== null) table.onRestart({ ...table.head, seq: 9 });
  const log = [line(2, [began(0)]), line(3, [conquest(1)]), line(9, [conquest(4)])];
  table.onHistory({ seq: 9, log, chat: [] });
  await tick();
  expect(chapters()).toHaveLength(1);
  expect(moments()).toEqual([3, 9]);
});

test("the tab key stops once, at the newest line", async () => {
  expect(tabStops()).toEqual([links().at(-1)]);
  await happen([conquest(4)]);
  expect(tabStops()).toEqual([links().at(-1)]);
});

test("the tab key stops at the turn before while nothing is told of the present one", async () => {
  await happen([began(0)]);
  expect(chapters()).toHaveLength(3);
  expect(tabStops()).toEqual([turns()[1]]);
  await fireEvent.click(turns()[1] as HTMLElement);
  expect(tabStops()).toEqual([links().at(-1)]);
});

test("arrow keys lead over turns and lines, and no further than the ends", async () => {
  links()[0]?.focus();
  await press("ArrowUp");
  expect(focused()).toBe(0);
  await press("ArrowUp");
  expect(focused()).toBe(0);
  await unfold();
  await press("ArrowDown");
  expect(focused()).toBe(1);
  await press("End");
  expect(focused()).toBe(4);
  await press("ArrowDown");
  expect(focused()).toBe(4);
  await press("Home");
  expect(focused()).toBe(0);
});

test("keys that mean something to the browser are left to it", async () => {
  links()[0]?.focus();
  expect(await press("ArrowUp", { altKey: true })).toBe(true);
  expect(await press("Enter")).toBe(true);
  expect(links()[0]).toHaveFocus();
  expect(await press("ArrowUp")).toBe(false);
});

test("a line, or a turn as a whole, shows its regions while one points at it or has come to it by keys", async () => {
  turns()[0]?.focus();
  expect(onpoint).toHaveBeenLastCalledWith([1, 2]);
  await unfold();
  await press("ArrowDown");
  expect(onpoint).toHaveBeenLastCalledWith([1]);
  links()[0]?.blur();
  expect(onpoint).toHaveBeenLastCalledWith([]);
  await fireEvent.pointerEnter(links()[3] as HTMLElement);
  expect(onpoint).toHaveBeenLastCalledWith([3]);
  await fireEvent.pointerLeave(links()[3] as HTMLElement);
  expect(onpoint).toHaveBeenLastCalledWith([]);
});

test("nobody who reads further up is moved by a new line", async () => {
  const scrollTo = (Element.prototype.scrollTo = vi.fn());
  const scrollIntoView = (Element.prototype.scrollIntoView = vi.fn());
  list.scrollTop = -300;
  await happen([conquest(4)]);
  expect(list.scrollTop).toBe(-300);
  expect(scrollTo).not.toHaveBeenCalled();
  expect(scrollIntoView).not.toHaveBeenCalled();
});
