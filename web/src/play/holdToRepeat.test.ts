import { fireEvent } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { goesOn, STEP } from "./holdToRepeat";

const act = vi.fn<() => void>();
let button: HTMLButtonElement;
let detach: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  act.mockClear();
  document.body.innerHTML = "<main><button>Undo</button></main>";
  button = document.querySelector("button") as HTMLButtonElement;
  detach = goesOn(act)(button) as () => void;
  (button.parentElement as HTMLElement).addEventListener("click", () => act());
});
afterEach(() => {
  detach();
  vi.useRealTimers();
});

test("a press acts once, when it ends", async () => {
  await fireEvent.pointerDown(button, { button: 0 });
  vi.advanceTimersByTime(STEP / 2);
  await fireEvent.pointerUp(button);
  await fireEvent.click(button);
  vi.advanceTimersByTime(STEP * 5);
  expect(act).toHaveBeenCalledOnce();
});

test("a button that is held acts again and again, and not once more when it is let go", async () => {
  await fireEvent.pointerDown(button, { button: 0 });
  vi.advanceTimersByTime(STEP * 3);
  await fireEvent.pointerUp(button);
  await fireEvent.click(button);
  vi.advanceTimersByTime(STEP * 5);
  expect(act).toHaveBeenCalledTimes(3);
  await fireEvent.click(button);
  expect(act).toHaveBeenCalledTimes(4);
});

test("a pointer that leaves the button lets it go", async () => {
  await fireEvent.pointerDown(button, { button: 0 });
  await fireEvent.pointerLeave(button);
  vi.advanceTimersByTime(STEP * 3);
  expect(act).not.toHaveBeenCalled();
});
