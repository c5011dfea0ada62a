import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../../settings/settings.svelte";
import { told } from "../../words/words";
import { deedOf, keys, LISTED } from "./keys.svelte";

let withdraw: () => void;
const end = vi.fn();
const pick = vi.fn();

beforeEach(() => {
  withdraw = keys.offer({ primary: end, pick: ({ number }) => pick(number), close: () => false });
  addEventListener("keydown", keys.press, true);
});
afterEach(() => {
  withdraw();
  removeEventListener("keydown", keys.press, true);
  document.body.replaceChildren();
  settings.set("keys", true);
  vi.clearAllMocks();
});

function press(key: string, init: KeyboardEventInit = {}, on: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  on.dispatchEvent(event);
  return event;
}

test("every key that the help lists does something, and says what", () => {
  for (const { key, deed } of LISTED) {
    expect(deedOf(key.charAt(0))).toBe(deed);
    expect(told(`web_keys_${deed}`)).not.toBeNull();
  }
});

test("a letter does what was offered, big or small, and nobody else hears of it", () => {
  expect(press("e").defaultPrevented).toBe(true);
  press("E", { shiftKey: true });
  expect(end).toHaveBeenCalledTimes(2);
});

test("a number picks the combo in that place", () => {
  press("3");
  expect(pick).toHaveBeenCalledWith(3);
  press("7");
  expect(pick).toHaveBeenCalledTimes(1);
});

test("with Ctrl, Alt or Meta a key belongs to the browser", () => {
  for (const modifier of ["ctrlKey", "altKey", "metaKey"]) press("e", { [modifier]: true });
  expect(end).not.toHaveBeenCalled();
});

test("who types in a field gets letters", () => {
  for (const name of ["input", "textarea", "select"]) {
    const field = document.createElement(name);
    document.body.append(field);
    press("e", {}, field);
  }
  expect(end).not.toHaveBeenCalled();
});

test("letters still work from a checkbox, where nobody types", () => {
  const box = Object.assign(document.createElement("input"), { type: "checkbox" });
  document.body.append(box);
  press("e", {}, box);
  expect(end).toHaveBeenCalledTimes(1);
});

test("while a dialog is open the keys are its own", () => {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("open", "");
  document.body.append(dialog);
  press("e");
  expect(end).not.toHaveBeenCalled();
});

test("letters can be switched off", () => {
  settings.set("keys", false);
  press("e");
  expect(end).not.toHaveBeenCalled();
});

test("a key that is held down ends only one turn", () => {
  press("e");
  press("e", { repeat: true });
  expect(end).toHaveBeenCalledTimes(1);
});

test("the newest offer comes first, and one that has nothing to do leaves the key to the next", () => {
  const later = vi.fn(() => false);
  const takeBack = keys.offer({ primary: later });
  press("e");
  expect(later).toHaveBeenCalledTimes(1);
  expect(end).toHaveBeenCalledTimes(1);
  takeBack();
  press("e");
  expect(later).toHaveBeenCalledTimes(1);
});

test("a key with which nothing could be done is left to the page", () => {
  expect(press("Escape").defaultPrevented).toBe(false);
  expect(press("d").defaultPrevented).toBe(false);
});
