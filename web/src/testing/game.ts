/** A small game as its log tells it: two players, two game turns, an act that was taken back. */
import type { Event, LogLine } from "../api/kinds";
import { withLines } from "../core/table/step";
import { event, part } from "./events";

export function line(seq: number, events: Event[], what = "acted", seat: number | null = 0): LogLine {
  return { seq, at: 1000 + seq, what, seat, events };
}

const turn = (seat: number, game_turn: number): Event => event("turn_began", { seat, game_turn });
const pick = (seat: number, race: string, paid: number, gained: number): Event =>
  event("picked", { seat, race, power: "flying", paid, gained, tokens: 9 });
const conquer = (seat: number, race: string, region: number): Event =>
  event("conquered", { seat, race, region, tokens: 2 });

/** All of it, as the server tells it. */
export const WHOLE_LOG: readonly LogLine[] = [
  line(1, [], "opened", null),
  line(2, [event("first_player", { seat: 0 }), turn(0, 1)], "started", null),
  line(3, [pick(0, "orcs", 2, 1)]),
  line(4, [conquer(0, "orcs", 5)]),
  { ...line(5, [], "undone"), takes_back: 4 },
  line(6, [conquer(0, "orcs", 4)]),
  line(7, [
    event("scored", {
      seat: 0,
      coins: 4,
      parts: [
        part("orcs", "regions", 2),
        part("orcs", "non_empty_conquest", 1),
        part("orcs", "forest", 1, "forest"),
      ],
    }),
    turn(1, 1),
  ]),
  line(8, [pick(1, "elves", 0, 0)], "acted", 1),
  line(9, [event("rolled", { seat: 1, die: 2, region: 4 }), conquer(1, "elves", 4)], "acted", 1),
  line(
    10,
    [
      event("scored", { seat: 1, coins: 1, parts: [part("elves", "regions", 1)] }),
      event("game_turn_began", { game_turn: 2 }),
      turn(0, 2),
    ],
    "acted",
    1,
  ),
  line(11, [
    event("declined", { seat: 0, race: "orcs" }),
    event("scored", { seat: 0, coins: 3, parts: [part("orcs", "regions", 3, "orcs", true)] }),
    turn(1, 2),
  ]),
  line(
    12,
    [event("rolled", { seat: 1, die: 3, region: 6 }), event("attempt_failed", { seat: 1, region: 6 })],
    "acted",
    1,
  ),
  line(
    13,
    [event("scored", { seat: 1, coins: 6, parts: [part("elves", "regions", 6)] }), event("game_over")],
    "acted",
    1,
  ),
  line(14, [], "finished", null),
];

/** What counts of it. */
export const GAME: readonly LogLine[] = withLines(WHOLE_LOG);
