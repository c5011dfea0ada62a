import { render, screen, within } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { settings } from "../settings/settings.svelte";
import { needWords } from "../words/words";
import SettingsPage from "./SettingsPage.svelte";

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal = function (): void {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (): void {
    this.open = false;
  };
  document.head.innerHTML = '<meta name="site" content="static">';
  await needWords("settings", "offline");
});

test("settings go back to how they were at first only after one was asked", async () => {
  settings.set("theme", "dark");
  render(SettingsPage);
  const ask = (): void => screen.getByRole("button", { name: "All as at first" }).click();
  const dialog = async (): Promise<ReturnType<typeof within>> => within(await screen.findByRole("dialog"));
  ask();
  (await dialog()).getByRole("button", { name: "Cancel" }).click();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(settings.choices.theme).toBe("dark");
  ask();
  (await dialog()).getByRole("button", { name: "All as at first" }).click();
  await vi.waitFor(() => expect(settings.choices.theme).not.toBe("dark"));
});
