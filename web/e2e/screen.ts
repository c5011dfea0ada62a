/** What somebody who plays needs of a page, whichever program drives the browser. */
export interface Screen {
  /** Run this in the page; it may use its argument and what every page has, and nothing else. */
  run<Argument, Result>(work: (argument: Argument) => Result, argument: Argument): Promise<Result>;
  sees(target: Target): Promise<boolean>;
  /** Click on an element, if it is there and lets itself be clicked. */
  click(target: Target): Promise<boolean>;
  /** Click at this place of the window. */
  clickAt(place: Place): Promise<void>;
}

/** An element that is seen: the first one, unless the last is wanted. */
export interface Target {
  selector: string;
  /** A pattern of what is written on it. */
  text?: string;
  isLast?: boolean;
}

export interface Place {
  x: number;
  y: number;
}

/** Runs in the page: the element that is meant. */
export function seen({ selector, text = "", isLast = false }: Target): HTMLElement | null {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      new RegExp(text).test(element.textContent.trim()),
  );
  return (isLast ? found.at(-1) : found[0]) ?? null;
}
