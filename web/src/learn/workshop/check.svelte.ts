/** What the text of the workbench would do, or what is wrong with it. */
import type { Box } from "../../api/kinds";
import { atPlace } from "../../core/places/places";
import { LiveCheck } from "../liveCheck.svelte";
import type { Played } from "./liveWords";
import { problemsOf, type Problem } from "./problems";

export class Check extends LiveCheck<string, Box> {
  /** The last text that could be played with; it stays while others cannot. */
  played: Played | null = $state.raw(null);

  /** What is wrong with the text, in the language that is spoken. */
  readonly problems: readonly Problem[] = $derived.by(() =>
    this.error === null ? [] : problemsOf(this.error, this.judged ?? ""),
  );

  /** What the text holds, if it can be played with. */
  get box(): Box | null {
    return this.result;
  }

  /** The empty text is neither right nor wrong. */
  override look(text: string): void {
    super.look(text.trim() === "" ? null : text);
  }

  protected request(text: string): Promise<Box> {
    return atPlace((place) => place.checkContent([text]));
  }

  protected override answered(text: string | null, box: Box | null, error: Error | null): void {
    super.answered(text, box, error);
    if (text === null) this.played = null;
    else if (box !== null) this.played = { text, box };
  }
}
