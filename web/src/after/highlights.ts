/** What was remarkable about a game. */
import type { EventCode, EventOf, LogLine } from "../api/kinds";
import { eventsOf, turnsOf, type PlayedTurn } from "../narration/turns";

export interface BigTurn {
  seat: number;
  gameTurn: number;
  coins: number;
  seq: number;
}

export interface LongLife {
  seat: number;
  race: string;
  /** How many game turns it stood on the map, those of its arrival and its end included. */
  turns: number;
  seq: number;
}

export interface Contest {
  region: number;
  conquests: number;
  seq: number;
}

export interface LuckyRoll {
  seat: number;
  region: number;
  die: number;
  seq: number;
}

export interface Conqueror {
  seat: number;
  conquests: number;
}

export interface Highlights {
  bigTurn: BigTurn | null;
  longLife: LongLife | null;
  contest: Contest | null;
  luckyRoll: LuckyRoll | null;
  /** Who conquered most regions. */
  conqueror: Conqueror | null;
}

export function highlightsOf(log: readonly LogLine[]): Highlights {
  const turns = turnsOf(log);
  const scores = happened(turns, "scored");
  const conquests = happened(turns, "conquered");
  return {
    bigTurn: best(
      scores.map(({ turn, seq, event }) => {
        return { seat: event.seat, gameTurn: turn.gameTurn, coins: event.coins, seq };
      }),
      (each) => each.coins,
    ),
    longLife: best(lives(turns), (life) => life.turns),
    contest: best(
      counted(conquests, (each) => each.event.region).map(([region, several]) => {
        return { region, conquests: several.length, seq: several.at(-1)?.seq ?? 0 };
      }),
      (contest) => (contest.conquests > 1 ? contest.conquests : 0),
    ),
    luckyRoll: best(luckyRolls(turns), (roll) => roll.die),
    conqueror: best(
      counted(conquests, (each) => each.event.seat).map(([seat, several]) => {
        return { seat, conquests: several.length };
      }),
      (conqueror) => conqueror.conquests,
    ),
  };
}

/** The events of one kind, with the turn and the number of the log. */
function happened<Code extends EventCode>(
  turns: readonly PlayedTurn[],
  code: Code,
): { turn: PlayedTurn; seq: number; event: EventOf<Code> }[] {
  return turns.flatMap((turn) => {
    return turn.lines.flatMap(({ seq, events }) => {
      return events
        .filter((event): event is EventOf<Code> => event.code === code)
        .map((event) => ({ turn, seq, event }));
    });
  });
}

/** How long each race lived, from the turn in which it was picked. */
function lives(turns: readonly PlayedTurn[]): LongLife[] {
  const found: LongLife[] = [];
  const begun = new Map<string, { seat: number; gameTurn: number; seq: number }>();
  function end(race: string, gameTurn: number): void {
    const life = begun.get(race);
    if (life !== undefined)
      found.push({ seat: life.seat, race, turns: gameTurn - life.gameTurn + 1, seq: life.seq });
    begun.delete(race);
  }
  for (const turn of turns) {
    for (const event of eventsOf(turn)) {
      if (event.code === "picked")
        begun.set(event.race, { seat: turn.seat, gameTurn: turn.gameTurn, seq: turn.first });
      if (event.code === "vanished") end(event.race, turn.gameTurn);
    }
  }
  const last = turns.at(-1)?.gameTurn ?? 0;
  for (const race of [...begun.keys()]) end(race, last);
  return found;
}

/** Rolls of a final attempt that took the region. */
function luckyRolls(turns: readonly PlayedTurn[]): LuckyRoll[] {
  return turns.flatMap((turn) => {
    return turn.lines.flatMap(({ seq, events }) => {
      if (events.some((event) => event.code === "attempt_failed")) return [];
      return events.flatMap((event) => {
        if (event.code !== "rolled" || event.region == null) return [];
        return [{ seat: turn.seat, region: event.region, die: event.die, seq }];
      });
    });
  });
}

function counted<Each>(all: readonly Each[], key: (each: Each) => number): [number, Each[]][] {
  const found = new Map<number, Each[]>();
  for (const each of all) found.set(key(each), [...(found.get(key(each)) ?? []), each]);
  return [...found];
}

/** The first of those that are worth most; nothing if nothing is worth anything. */
function best<Each>(all: readonly Each[], worth: (each: Each) => number): Each | null {
  return all.reduce<Each | null>(
    (top, each) => (worth(each) > (top === null ? 0 : worth(top)) ? each : top),
    null,
  );
}
