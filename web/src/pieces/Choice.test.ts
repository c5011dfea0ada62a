import { render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import Choice from "./Choice.svelte";

const OPTIONS = [
  { value: "easy", label: "Easy" },
  { value: "hard", label: "Hard" },
  { value: "expert", label: "Expert", disabled: true },
];

describe("a choice", () => {
  it("is a named group of radio buttons, with the chosen one checked", () => {
    render(Choice, { label: "Level", options: OPTIONS, value: "hard", hint: "Plans its whole turn." });
    expect(screen.getByRole("group", { name: "Level" })).toHaveAccessibleDescription("Plans its whole turn.");
    expect(screen.getByRole("radio", { name: "Hard" })).toBeChecked();
    expect(screen.getByRole("radio", { name: "Expert" })).toBeDisabled();
  });

  it("tells what was chosen", () => {
    const onchange = vi.fn();
    render(Choice, { label: "Level", options: OPTIONS, value: "hard", onchange });
    screen.getByRole("radio", { name: "Easy" }).click();
    expect(onchange).toHaveBeenCalledWith("easy");
  });
});
