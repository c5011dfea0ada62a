import { fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event, TableView } from "../api/kinds";
import type { Entry } from "../core/table/source";
import { Table } from "../core/table/table.svelte";
import { settings } from "../settings/settings.svelte";
import { event } from "../testing/events";
import { entry, FakeSource } from "../testing/fakeSource";
import { line } from "../testing/game";
import { scene, view } from "../testing/scene";
import Log from "./Log.svelte";

const began = (seat: number): Event => event("turn_began", { seat, game_turn: 1 });
const conquest = (region: number): Event => event("conquered", { seat: 0, race: "orcs", region, tokens: 2 });

const onpoint = vi.fn();
let table: Table;
let list: HTMLElement;

/** Something happens at the table; how it is told. */
async function happen(events: Event[], more: Partial<Entry> = {}): Promise<void> {
  const { head } = table;
  if (head !== null) table.onEntry(entry(head.seq + 1, head, events, more));
  await tick();
}

const links = (): HTMLAnchorElement[] => [...list.querySelectorAll("a")];
const chapters = (): HTMLElement[] => [...list.querySelectorAll("section")];
const nodesIn = (chapter: HTMLElement | undefined): Element[] => [...(chapter?.querySelectorAll("*") ?? [])];
const tabStops = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[tabindex="0"]')];
/** Which line has the focus. */
const focused = (): number => links().indexOf(document.activeElement as HTMLAnchorElement);
const press = (key: string, more: KeyboardEventInit = {}): Promise<boolean> =>
  fireEvent.keyDown(document.activeElement ?? list, { key, ...more });

/** Ann has taken regions 1 and 2, and it is Bob's turn, who has taken region 3. */
beforeEach(async () => {
  settings.set("speed", "off");
  onpoint.mockClear();
  const log = [
    line(2, [began(0)], "started", null),
    line(3, [conquest(1)]),
    line(4, [conquest(2), began(1)]),
    line(5, [conquest(3)], "acted", 1),
  ];
  const { shown, box } = scene(view());
  table = new Table(new FakeSource({ ...shown, seq: 5 } as TableView, { box, log }));
  await table.open();
  render(Log, { table, onpoint });
  list = document.querySelector(".log") as HTMLElement;
});

afterEach(() => settings.set("speed", "normal"));

test("the game so far stands there turn by turn, and each line leads to its moment", () => {
  expect(chapters().map((chapter) => chapter.querySelectorAll("a").length)).toEqual([2, 1]);
  expect(chapters()[1]?.querySelector("h3")).toHaveTextContent("Bob");
  expect(links().map((link) => link.getAttribute("href"))).toEqual(["/t/T?at=3", "/t/T?at=4", "/t/T?at=5"]);
});

test("what happens is added at the end when it is shown", async () => {
  await happen([conquest(4)]);
  expect(links()).toHaveLength(4);
  expect(links()[3]).toHaveTextContent("4");
  await happen([began(0)]);
  await happen([conquest(3)]);
  expect(chapters()).toHaveLength(3);
});

test("what is there already stays the same when a line is added", async () => {
  const before = [...chapters(), ...nodesIn(chapters()[0]), ...links()];
  await happen([conquest(4)]);
  await happen([began(0)]);
  await happen([conquest(3)]);
  const after = [...chapters().slice(0, 2), ...nodesIn(chapters()[0]), ...links().slice(0, 3)];
  expect(after).toHaveLength(before.length);
  expect(after.every((node, number) => node === before[number])).toBe(true);
});

test("what was taken back goes, and what comes instead is told", async () => {
  await happen([conquest(4)]);
  await happen([], { what: "undone", takesBack: 6 });
  expect(links().map((link) => link.getAttribute("href"))).toEqual(["/t/T?at=3", "/t/T?at=4", "/t/T?at=5"]);
  await happen([conquest(2)]);
  expect(links().at(-1)).toHaveAttribute("href", "/t/T?at=8");
});

test("after a gap it is told anew, without what is there twice", async () => {
  if (table.head !== null) table.onRestart({ ...table.head, seq: 9 });
  const log = [line(2, [began(0)]), line(3, [conquest(1)]), line(9, [conquest(4)])];
  table.onHistory({ seq: 9, log, chat: [] });
  await tick();
  expect(chapters()).toHaveLength(1);
  expect(links().map((link) => link.getAttribute("href"))).toEqual(["/t/T?at=3", "/t/T?at=9"]);
});

test("the tab key stops once, at the newest line", async () => {
  expect(tabStops()).toEqual([links().at(-1)]);
  await happen([conquest(4)]);
  expect(tabStops()).toEqual([links().at(-1)]);
});

test("the tab key stops there too when a turn has begun of which nothing is told yet", async () => {
  await happen([began(0)]);
  expect(chapters()).toHaveLength(3);
  expect(tabStops()).toEqual([links().at(-1)]);
});

test("arrow keys lead from line to line over the turns, and no further than the ends", async () => {
  links()[2]?.focus();
  await press("ArrowUp");
  expect(focused()).toBe(1);
  await press("ArrowUp");
  await press("ArrowUp");
  expect(focused()).toBe(0);
  await press("ArrowDown");
  expect(focused()).toBe(1);
  await press("End");
  expect(focused()).toBe(2);
  await press("ArrowDown");
  expect(focused()).toBe(2);
  await press("Home");
  expect(focused()).toBe(0);
});

test("keys that mean something to the browser are left to it", async () => {
  links()[2]?.focus();
  expect(await press("ArrowUp", { altKey: true })).toBe(true);
  expect(await press("Enter")).toBe(true);
  expect(focused()).toBe(2);
  expect(await press("ArrowUp")).toBe(false);
});

test("a line shows its regions while one points at it or has come to it by keys", async () => {
  links()[0]?.focus();
  expect(onpoint).toHaveBeenLastCalledWith([1]);
  await press("ArrowDown");
  expect(onpoint).toHaveBeenLastCalledWith([2]);
  links()[1]?.blur();
  expect(onpoint).toHaveBeenLastCalledWith([]);
  await fireEvent.pointerEnter(links()[2] as HTMLElement);
  expect(onpoint).toHaveBeenLastCalledWith([3]);
  await fireEvent.pointerLeave(links()[2] as HTMLElement);
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
