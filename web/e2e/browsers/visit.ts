import type { Screen } from "../screen";

/** A browser with one page, driven by a program of its own. */
export interface Visit extends Screen {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  /** What went wrong in the page so far: errors on the console, and those that nobody caught. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export const WINDOW = { width: 1440, height: 900 };
