/** A page of the gallery that is looked for: what was found stays until something else is. */
import type { CreationList } from "../../api/kinds";
import { listCreations, type CreationQuery } from "../../core/http/creations";

export class CreationSearch {
  found: CreationList | null = $state.raw(null);
  error: unknown = $state.raw(null);
  isBusy = $state(false);
  private last: CreationQuery = {};

  async look(query: CreationQuery): Promise<void> {
    this.last = query;
    this.isBusy = true;
    this.error = null;
    try {
      const found = await listCreations(query);
      if (this.last === query) this.found = found;
    } catch (error) {
      if (this.last !== query) return;
      this.found = null;
      this.error = error;
    } finally {
      if (this.last === query) this.isBusy = false;
    }
  }

  again(): Promise<void> {
    return this.look(this.last);
  }
}
