import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { pageLook } from "../core/look.svelte";
import { boardWords } from "../play/boardWords";
import { player, race, region, scene, view } from "../testing/scene";
import Board from "./Board.svelte";
import type { SpreadPort } from "./spreadPort";
import { NO_MARKS, type Marks } from "./marks";

const HELD = view({
  players: [player(0, { active: race("orcs", [1]) }), player(1)],
  regions: [
    region(1, { owner: 0, race: "orcs", tokens: 3 }),
    region(2, { lost_tribe: true }),
    region(3),
    region(4),
  ],
});

function draw(marks: Partial<Marks> = {}, spread: SpreadPort | null = null) {
  const [onpick, oninspect] = [vi.fn(), vi.fn()];
  const drawn = render(Board, {
    scene: scene(HELD),
    marks: { ...NO_MARKS, ...marks },
    words: boardWords,
    look: pageLook,
    spread,
    onpick,
    oninspect,
  });
  return { onpick, oninspect, ...drawn };
}

function place(name: RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}

test("every region is a button with a name that tells what stands there", () => {
  draw();
  expect(place(/^Region 1,/)).toHaveAccessibleName("Region 1, hill; Ann: 3 Orcs");
  expect(place(/^Region 2,/)).toHaveAccessibleName("Region 2, hill, cavern; lost tribe");
  expect(screen.getAllByRole("button", { name: /^Region/ })).toHaveLength(4);
});

test("a draft is shown and told instead of what stands there", () => {
  const { container } = draw({ counts: new Map([[1, 7]]), markers: new Map([[1, { encampment: 2 }]]) });
  expect(place(/^Region 1,/)).toHaveAccessibleName(/Ann: 7 Orcs, encampment × 2/);
  expect(container.querySelector('[data-occupant="1"] .stack')).toHaveTextContent("7");
  expect(container.querySelector('[data-occupant="1"] .marker')).toHaveTextContent("2");
});

test.each([true, false])(
  "a stack has the shape of its owner and its number, in decline: %s",
  (isDeclined) => {
    const regions = [region(1, { owner: 1, race: "orcs", tokens: 1, in_decline: isDeclined })];
    const { container } = render(Board, {
      scene: scene({ ...HELD, regions: [...regions, ...HELD.regions.slice(1)] }),
      marks: NO_MARKS,
      words: boardWords,
      look: pageLook,
      onpick: vi.fn(),
      oninspect: vi.fn(),
    });
    const stack = container.querySelector('[data-occupant="1"] .stack');
    expect(stack?.querySelector("use")).toHaveAttribute("href", isDeclined ? "#declined-1" : "#counter-1");
    expect(stack).toHaveTextContent("1");
  },
);

test("what did not change in a region is not drawn again", async () => {
  const { container, rerender } = draw();
  const stack = (): Element | null => container.querySelector('[data-occupant="1"] .stack');
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(stack() as Element, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const regions = HELD.regions.map((each) => (each.number === 3 ? region(3, { lost_tribe: true }) : each));
  await rerender({ scene: scene({ ...HELD, regions }) });
  changes.push(...observer.takeRecords());
  expect(container.querySelector('[data-occupant="3"] .tribe')).not.toBeNull();
  expect(changes).toEqual([]);
});

test("one region can be reached by tab, and arrows go on to its neighbours", async () => {
  draw();
  const [first, second] = [place(/^Region 1,/), place(/^Region 2,/)];
  expect([first.tabIndex, second.tabIndex]).toEqual([0, -1]);
  first.focus();
  await fireEvent.keyDown(first, { key: "ArrowRight" });
  expect(second).toHaveFocus();
  expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0]);
});

test("focus explains a region, leaving it does no more", async () => {
  const { oninspect } = draw();
  await fireEvent.focus(place(/^Region 2,/));
  expect(oninspect).toHaveBeenLastCalledWith(2);
  await fireEvent.blur(place(/^Region 2,/));
  expect(oninspect).toHaveBeenLastCalledWith(null);
});

test.each(["Enter", " "])("the key %j picks the region that has the focus", async (key) => {
  const { onpick } = draw();
  await fireEvent.keyDown(place(/^Region 3,/), { key });
  expect(onpick).toHaveBeenCalledExactlyOnceWith(3);
});

test("a click picks a region, also one that cannot be taken, so that it can be explained", async () => {
  const { onpick } = draw();
  await fireEvent.click(place(/^Region 4,/));
  expect(onpick).toHaveBeenCalledExactlyOnceWith(4);
});

test("a target shows its price, and a final attempt its chance", () => {
  const target = { action: "conquer 2", price: 3, chance: null, tone: "take" } as const;
  const { container } = draw({
    targets: new Map([
      [2, { ...target, region: 2 }],
      [3, { ...target, region: 3, chance: 0.5, tone: "risk" }],
    ]),
  });
  expect([...container.querySelectorAll(".mark")].map((mark) => mark.textContent?.trim())).toEqual([
    "3",
    "50%",
  ]);
  expect(place(/^Region 3,/)).toHaveAccessibleName(/with the die: 50 per cent/);
});

test("that a region can be abandoned is shown only where one points, and where it was chosen", async () => {
  const target = { action: null, price: null, chance: null, tone: "abandon" } as const;
  const targets = new Map([1, 3, 4].map((region) => [region, { ...target, region }]));
  const { container } = draw({ targets, chosen: new Set([4]) });
  const marks = (): number => container.querySelectorAll(".mark").length;
  expect(marks()).toBe(1);
  expect(place(/^Region 3,/)).toHaveAccessibleName(/can be abandoned/);
  await fireEvent.focus(place(/^Region 3,/));
  expect(marks()).toBe(2);
});

test("what is one's own already has a price, but no light", () => {
  const target = { action: "conquer", price: 2, chance: null } as const;
  const own = { ...target, region: 3, tone: "own" } as const;
  const other = { ...target, region: 4, tone: "take" } as const;
  const { container } = draw({
    targets: new Map<number, typeof own | typeof other>([
      [3, own],
      [4, other],
    ]),
  });
  expect(container.querySelectorAll(".mark")).toHaveLength(2);
  expect(container.querySelector(".glow .own")).toBeNull();
  expect(container.querySelector(".glow .take")).not.toBeNull();
  expect(place(/^Region 3,/)).toHaveAccessibleName(/already yours, costs 2/);
});

test("a long press explains a region and does not pick it", async () => {
  vi.useFakeTimers();
  const { onpick, oninspect, container } = draw();
  const ground = container.querySelector('[data-region="2"] path') as Element;
  await fireEvent.pointerDown(ground, { pointerId: 1, pointerType: "touch", clientX: 5, clientY: 5 });
  vi.advanceTimersByTime(1000);
  await fireEvent.pointerUp(ground, { pointerId: 1, pointerType: "touch" });
  await fireEvent.click(ground);
  vi.useRealTimers();
  expect(oninspect).toHaveBeenLastCalledWith(2);
  expect(onpick).not.toHaveBeenCalled();
});

test("one can zoom in by a button, and then out and back to the whole map", async () => {
  draw();
  expect(screen.queryByRole("button", { name: "Show the whole map" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Zoom in" }));
  await fireEvent.click(screen.getByRole("button", { name: "Show the whole map" }));
  expect(screen.queryByRole("button", { name: "Zoom out" })).toBeNull();
});

test("a map without outlines is a list of regions that can be picked and explained", async () => {
  const [onpick, oninspect] = [vi.fn(), vi.fn()];
  render(Board, {
    scene: { ...scene(HELD), layout: null },
    marks: NO_MARKS,
    words: boardWords,
    look: pageLook,
    onpick,
    oninspect,
  });
  await fireEvent.click(place(/^Region 1, hill; Ann: 3 Orcs$/));
  expect(onpick).toHaveBeenCalledExactlyOnceWith(1);
  await fireEvent.focus(place(/^Region 2,/));
  expect(oninspect).toHaveBeenLastCalledWith(2);
});

test("a double tap on what cannot be chosen goes nearer, on a target it does not", async () => {
  const target = { region: 2, action: null, price: null, chance: null, tone: "place" } as const;
  draw({ targets: new Map([[2, target]]) });
  await fireEvent.click(place(/^Region 2,/));
  await fireEvent.click(place(/^Region 2,/));
  expect(screen.queryByRole("button", { name: "Zoom out" })).toBeNull();
  await fireEvent.click(place(/^Region 3,/));
  await fireEvent.click(place(/^Region 3,/));
  expect(screen.getByRole("button", { name: "Zoom out" })).toBeVisible();
});

function layable(): SpreadPort {
  return {
    regions: [1, 2],
    roomIn: () => 1,
    addedTo: (region) => (region === 1 ? 2 : 0),
    more: vi.fn(),
    less: vi.fn(),
    move: vi.fn(),
  };
}

test("minus and plus stand beside the stack that is pointed at, where pieces may be laid", async () => {
  const spread = layable();
  draw({}, spread);
  await fireEvent.focus(place(/^Region 3,/));
  expect(screen.queryByRole("button", { name: "One more in region 3" })).toBeNull();
  await fireEvent.focus(place(/^Region 1,/));
  await fireEvent.click(screen.getByRole("button", { name: "One more in region 1" }));
  await fireEvent.click(screen.getByRole("button", { name: "One fewer in region 1" }));
  expect(spread.more).toHaveBeenCalledExactlyOnceWith(1);
  expect(spread.less).toHaveBeenCalledExactlyOnceWith(1);
  await fireEvent.focus(place(/^Region 2,/));
  expect(screen.getByRole("button", { name: "One fewer in region 2" })).toBeDisabled();
});

test("the keys plus and minus lay pieces where they may be laid, and zoom elsewhere", async () => {
  const spread = layable();
  draw({}, spread);
  await fireEvent.keyDown(place(/^Region 2,/), { key: "+" });
  await fireEvent.keyDown(place(/^Region 1,/), { key: "-" });
  expect(spread.more).toHaveBeenCalledExactlyOnceWith(2);
  expect(spread.less).toHaveBeenCalledExactlyOnceWith(1);
  await fireEvent.keyDown(place(/^Region 3,/), { key: "+" });
  expect(screen.getByRole("button", { name: "Show the whole map" })).toBeVisible();
});

/** Press on the stack of region 1 and move the pointer to region 2. */
async function carry(container: HTMLElement, pointerType: string): Promise<void> {
  const [from, to] = [1, 2].map((number) => container.querySelector(`[data-region="${number}"]`) as Element);
  document.elementFromPoint = () => to as Element;
  await fireEvent.pointerDown(from as Element, { pointerType, button: 0, clientX: 0, clientY: 0 });
  await fireEvent.pointerMove(to as Element, { pointerType, clientX: 60, clientY: 0 });
}

test("a mouse carries a piece from region to region, and that is no tap", async () => {
  const spread = layable();
  const { container, onpick } = draw({}, spread);
  await carry(container, "mouse");
  expect(container.querySelector(".carried")).not.toBeNull();
  await fireEvent.pointerUp(container.querySelector('[data-region="2"]') as Element);
  await fireEvent.click(place(/^Region 2,/));
  expect(spread.move).toHaveBeenCalledExactlyOnceWith(1, 2);
  expect(onpick).not.toHaveBeenCalled();
});

test("escape lets a piece go where it came from", async () => {
  const spread = layable();
  const { container } = draw({}, spread);
  await carry(container, "mouse");
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(container.querySelector(".carried")).toBeNull();
  await fireEvent.pointerUp(container.querySelector('[data-region="2"]') as Element);
  expect(spread.move).not.toHaveBeenCalled();
});

test("a finger carries nothing", async () => {
  const { container } = draw({}, layable());
  await carry(container, "touch");
  expect(container.querySelector(".carried")).toBeNull();
});
