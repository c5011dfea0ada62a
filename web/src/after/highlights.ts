/** What was remarkable about a game. */
import type { LogLine } from "../api/kinds";
import { eventsOf, numberOf, textOf, turnsOf, type Turn } from "./story";

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
  const told = turns.flatMap((turn) => {
    return turn.lines.flatMap(({ seq, events }) => events.map((event) => ({ turn, seq, event })));
  });
  const scores = told.filter(({ event }) => event.code === "scored");
  const conquests = told.filter(({ event }) => event.code === "conquered");
  return {
    bigTurn: best(
      scores.map(({ turn, seq, event }) => {
        return {
          seat: numberOf(event, "seat"),
          gameTurn: turn.gameTurn,
          coins: numberOf(event, "coins"),
          seq,
        };
      }),
      (each) => each.coins,
    ),
    longLife: best(lives(turns), (life) => life.turns),
    contest: best(
      counted(conquests, (each) => numberOf(each.event, "region")).map(([region, several]) => {
        return { region, conquests: several.length, seq: several.at(-1)?.seq ?? 0 };
      }),
      (contest) => (contest.conquests > 1 ? contest.conquests : 0),
    ),
    luckyRoll: best(luckyRolls(turns), (roll) => roll.die),
    conqueror: best(
      counted(conquests, (each) => numberOf(each.event, "seat")).map(([seat, several]) => {
        return { seat, conquests: several.length };
      }),
      (conqueror) => conqueror.conquests,
    ),
  };
}

/** How long each race lived, from the turn in which it was picked. */
function lives(turns: readonly Turn[]): LongLife[] {
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
      const race = textOf(event, "race");
      if (event.code === "picked")
        begun.set(race, { seat: turn.seat, gameTurn: turn.gameTurn, seq: turn.first });
      if (event.code === "vanished") end(race, turn.gameTurn);
    }
  }
  const last = turns.at(-1)?.gameTurn ?? 0;
  for (const race of [...begun.keys()]) end(race, last);
  return found;
}

/** Rolls of a final attempt that took the region. */
function luckyRolls(turns: readonly Turn[]): LuckyRoll[] {
  return turns.flatMap((turn) => {
    return turn.lines.flatMap(({ seq, events }) => {
      const hasFailed = events.some((event) => event.code === "attempt_failed");
      return events
        .filter((event) => event.code === "rolled" && event.params?.["region"] !== undefined && !hasFailed)
        .map((event) => ({
          seat: turn.seat,
          region: numberOf(event, "region"),
          die: numberOf(event, "die"),
          seq,
        }));
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
