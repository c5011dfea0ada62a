/** Tells those who listen what happens at a table, in few words, and when it is for them to decide. */
import type { Event, EventCode, LogLine } from "../api/kinds";
import type { Turn } from "../play/decision.svelte";
import { settings } from "../settings/settings.svelte";
import type { Table } from "../core/table/table.svelte";
import { m } from "../words/words";
import { announcer } from "../core/access/announcer.svelte";
import { roomOf } from "./context";
import { listed, type Room } from "./description";
import { summary } from "./events";

/** After these a turn has come to its result. */
const CLOSING = new Set<EventCode>(["scored", "declined", "game_over"]);

export class Story {
  private readonly table: Table;
  private readonly turn: Turn | null;
  /** Up to which number of the log; null before anything was shown. */
  private toldUpTo: number | null = null;
  /** What others have done and nobody has heard yet. */
  private untold: Event[] = [];
  private prompt = "";
  private wasAsked = false;

  constructor(table: Table, turn: Turn | null) {
    this.table = table;
    this.turn = turn;
  }

  /** Say what has been shown since; to be called whenever the table goes on. */
  follow(): void {
    const room = roomOf(this.table);
    const upTo = this.table.shown?.seq ?? null;
    const from = this.toldUpTo ?? upTo;
    this.toldUpTo = upTo;
    if (room === null || from === null || upTo === null) return;
    const news = this.table.log.filter((line) => line.seq > from && line.seq <= upTo);
    for (const line of news) this.take(room, line);
    if (this.turn?.situation != null) this.flush(room);
    // Elsewhere the ranking is revealed step by step, and tells its verdict itself.
    const isOver = news.some((line) => line.events.some((event) => event.code === "game_over"));
    if (isOver && settings.choices.textView) this.end(room);
    this.ask();
  }

  private take(room: Room, line: LogLine): void {
    if (line.what === "undone" && line.seat !== null) {
      announcer.say(m.web_story_undone({ player: room.names[line.seat] ?? "" }));
    }
    this.untold.push(...line.events);
    const isOwn = line.seat !== null && this.table.ownSeats.includes(line.seat);
    if (isOwn || line.events.some((event) => CLOSING.has(event.code))) this.flush(room);
  }

  private flush(room: Room): void {
    const { untold } = this;
    this.untold = [];
    if (untold.length > 0) announcer.say(summary(room, untold).join(" "));
  }

  /** What is to be decided: at once if it was somebody else's turn, else in its place. */
  private ask(): void {
    const prompt = this.turn?.prompt?.title ?? "";
    const isNew = !this.wasAsked;
    this.wasAsked = prompt !== "";
    if (prompt === this.prompt) return;
    this.prompt = prompt;
    if (prompt === "") return;
    if (!isNew) announcer.say(prompt);
    else
      announcer.alert(
        this.isOwnTurn ? m.web_story_your_turn({ prompt }) : m.web_story_your_decision({ prompt }),
      );
  }

  /** Whether it is one's own turn, and not a withdrawal in somebody else's. */
  private get isOwnTurn(): boolean {
    const situation = this.turn?.situation;
    return situation != null && situation.view.seat === situation.decision.seat;
  }

  private end(room: Room): void {
    const first = (this.table.shown?.ranking ?? []).filter((place) => place.place === 1);
    const [winner] = first;
    if (winner === undefined) return;
    const { coins } = winner;
    const players = first.map(({ seat }) => room.names[seat] ?? "");
    announcer.alert(
      first.length === 1
        ? m.web_story_won({ player: players[0] ?? "", coins })
        : m.web_story_drawn({ players: listed(players), coins }),
    );
  }
}

/** Follow a table as long as the component lives that calls this. */
export function tellStory(table: Table, turn: Turn | null): void {
  const story = new Story(table, turn);
  $effect(() => story.follow());
}
