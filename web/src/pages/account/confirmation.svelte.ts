/** What cannot be undone by a click asks for the password again, once one came in a while ago. */
import type { Confirmed } from "../../core/http/people";
import { Refusal } from "../../core/http/refusal";
import { toasts } from "../../pieces/toasts.svelte";

type Deed = (confirmed: Confirmed) => Promise<unknown>;

export class Confirmation {
  /** What waits for the password; null if nothing does. */
  waiting: Deed | null = $state.raw(null);
  error: unknown = $state.raw(null);

  /** Do it, and ask for the password if that is needed. */
  async run(deed: Deed, confirmed: Confirmed = {}): Promise<void> {
    this.error = null;
    try {
      await deed(confirmed);
      this.waiting = null;
    } catch (error) {
      const asksAgain = error instanceof Refusal && error.code === "confirm_yourself";
      if (asksAgain && this.waiting === null) this.waiting = deed;
      else if (this.waiting !== null) this.error = error;
      else toasts.complain(error);
    }
  }

  async answer(password: string): Promise<void> {
    if (this.waiting !== null) await this.run(this.waiting, { password });
  }

  cancel(): void {
    this.waiting = null;
    this.error = null;
  }
}
