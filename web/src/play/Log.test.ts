import { fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { Table } from "../core/table/table.svelte";
import { event } from "../testing/events";
import { line } from "../testing/game";
import { scene, view } from "../testing/scene";
import Log from "./Log.svelte";

let table: Table;
let list: HTMLElement;
const scrollTo = vi.fn();

/** The story goes on by a conquest. */
async function conquer(region: number): Promise<void> {
  const seq = (table.shown?.seq ?? 0) + 1;
  table.log = [...table.log, line(seq, [event("conquered", { seat: 0, race: "orcs", region, tokens: 2 })])];
  if (table.shown !== null) table.head = table.shown = { ...table.shown, seq };
  await tick();
  await tick();
}

/** Somebody scrolls; the list shows 100 of 1000 pixels. */
async function scroll(top: number): Promise<void> {
  list.scrollTop = top;
  await fireEvent.scroll(list);
}

beforeEach(async () => {
  const { shown, box } = scene(view());
  table = new Table("T");
  table.box = box;
  table.head = table.shown = shown;
  scrollTo.mockClear();
  Element.prototype.scrollTo = scrollTo;
  render(Log, { table, onpoint: () => undefined });
  list = document.querySelector(".log") as HTMLElement;
  Object.defineProperties(list, {
    scrollHeight: { value: 1000, configurable: true },
    clientHeight: { value: 100 },
  });
  await scroll(900);
  await conquer(1);
  scrollTo.mockClear();
});

test("the newest line is in sight", async () => {
  await conquer(2);
  expect(list).toHaveTextContent("2");
  expect(scrollTo).toHaveBeenCalledWith({ top: 1000 });
});

test("whoever scrolls up can read, and goes on when they are back at the end", async () => {
  await scroll(300);
  await conquer(2);
  expect(scrollTo).not.toHaveBeenCalled();
  await scroll(890);
  await conquer(3);
  expect(scrollTo).toHaveBeenCalledWith({ top: 1000 });
});

test("a list that only grew is followed on", async () => {
  Object.defineProperty(list, "scrollHeight", { value: 1400 });
  await scroll(900);
  await conquer(2);
  expect(scrollTo).toHaveBeenCalledWith({ top: 1400 });
});
