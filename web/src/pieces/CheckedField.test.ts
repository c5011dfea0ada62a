import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import CheckedField from "./CheckedField.svelte";

const LIMITS = { low: 1, high: 20 };

function opened(): { field: HTMLInputElement; onchange: ReturnType<typeof vi.fn> } {
  const onchange = vi.fn();
  render(CheckedField<number>, {
    label: "Game turns",
    type: "number",
    value: 10,
    read: ({ valueAsNumber: number }) =>
      Number.isInteger(number) && number >= LIMITS.low && number <= LIMITS.high ? number : null,
    problem: "Write a whole number.",
    onchange,
  });
  return { field: screen.getByLabelText("Game turns"), onchange };
}

test.each(["3.5", "0", "-1", "21", ""])(
  "what is wrong (%s) is said beside it and not taken",
  async (typed) => {
    const { field, onchange } = opened();
    await fireEvent.input(field, { target: { value: typed } });
    expect(field).toHaveAttribute("aria-invalid", "false");
    await fireEvent.change(field);
    expect(field).toHaveAttribute("aria-invalid", "true");
    expect(field).toHaveAccessibleDescription("Write a whole number.");
    expect(field).toHaveValue(typed === "" ? null : Number(typed));
    expect(onchange).not.toHaveBeenCalled();
  },
);

test("as soon as it is right nothing is said any more, and it is taken when one leaves the field", async () => {
  const { field, onchange } = opened();
  await fireEvent.change(field, { target: { value: "0" } });
  await fireEvent.input(field, { target: { value: "7" } });
  expect(field).toHaveAttribute("aria-invalid", "false");
  expect(screen.queryByRole("alert")).toBeNull();
  await fireEvent.change(field);
  expect(onchange).toHaveBeenCalledWith(7);
});
