/** What somebody typed into a field for numbers: undefined if it is empty, "" if it is no number. */
export function typedNumber(input: HTMLInputElement): number | "" | undefined {
  if (!input.validity.badInput && input.value === "") return undefined;
  return Number.isNaN(input.valueAsNumber) ? "" : input.valueAsNumber;
}
