/** Tells those who listen what happens at a table, in few words, and when it is for them to decide. */
import { untrack } from "svelte";
import type { Event, EventCode } from "../api/kinds";
import { announcer } from "../core/access/announcer.svelte";
import { followNews } from "../core/table/following.svelte";
import type { Step } from "../core/table/step";
import type { Table } from "../core/table/table.svelte";
import { settings } from "../settings/settings.svelte";
import { m } from "../words/words";
import { contextOf, type Context } from "./context";
import { listed } from "../words/phrases";
import { summary } from "./events";

/** After these a turn has come to its result. */
const CLOSING = new Set<EventCode>(["scored", "declined", "game_over"]);

/** What somebody has to decide, as far as it is announced. */
export interface Asked {
  prompt: string;
  /** Whether it is their own turn, and not a withdrawal in somebody else's. */
  isOwnTurn: boolean;
}

export class Announcements {
  private readonly table: Table;
  /** What others have done and nobody has heard yet. */
  private untold: { seq: number; events: readonly Event[] }[] = [];
  private prompt = "";

  constructor(table: Table) {
    this.table = table;
  }

  /** Something was shown. */
  take({ seq, what, seat, events, takesBack }: Step): void {
    const context = contextOf(this.table);
    if (context === null) return;
    if (what === "undone" && seat !== null) {
      announcer.say(m.web_story_undone({ player: context.names[seat] ?? "" }));
    }
    this.untold = this.untold.filter((deed) => deed.seq !== takesBack);
    this.untold.push({ seq, events });
    const isOwn = seat !== null && this.table.ownSeats.includes(seat);
    if (isOwn || events.some((event) => CLOSING.has(event.code))) this.flush(context);
    // Elsewhere the ranking is revealed step by step, and tells its verdict itself.
    const isOver = events.some((event) => event.code === "game_over");
    if (isOver && settings.choices.textView) this.end(context);
  }

  /** Something is to be decided, or nothing any more: at once if it was somebody else's turn, else in its place. */
  ask(asked: Asked | null): void {
    const context = contextOf(this.table);
    const wasAsked = this.prompt !== "";
    const prompt = asked?.prompt ?? "";
    if (prompt !== "" && context !== null) this.flush(context);
    if (prompt === this.prompt) return;
    this.prompt = prompt;
    if (asked === null || prompt === "") return;
    if (wasAsked) announcer.say(prompt);
    else
      announcer.alert(
        asked.isOwnTurn ? m.web_story_your_turn({ prompt }) : m.web_story_your_decision({ prompt }),
      );
  }

  private flush(context: Context): void {
    const untold = this.untold.flatMap((deed) => deed.events);
    this.untold = [];
    if (untold.length > 0) announcer.say(summary(context, untold).join(" "));
  }

  private end(context: Context): void {
    const first = (this.table.shown?.ranking ?? []).filter((place) => place.place === 1);
    const [winner] = first;
    if (winner === undefined) return;
    const { coins } = winner;
    const players = first.map(({ seat }) => context.names[seat] ?? "");
    announcer.alert(
      first.length === 1
        ? m.web_story_won({ player: players[0] ?? "", coins })
        : m.web_story_drawn({ players: listed(players), coins }),
    );
  }
}

/** Announce a table as long as the component lives that calls this. */
export function announceTable(table: Table, asked: () => Asked | null): void {
  const announcements = new Announcements(table);
  followNews(table, (step) => announcements.take(step));
  $effect(() => {
    const question = asked();
    untrack(() => announcements.ask(question));
  });
}
