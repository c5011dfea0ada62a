/** What it costs to word a long game's log; `make bench-web` runs it. */
import { test } from "vitest";
import type { Event } from "../api/kinds";
import { event } from "../testing/events";
import { region, scene, view } from "../testing/scene";
import { contextOf } from "./context";
import { eventText } from "./events";

const LINES = 300;
const REPEATS = 20;
const ROUNDS = 15;
const SEATS = 2;
const REGIONS = 30;
const CONTEXT = contextOf(
  scene(view({ regions: Array.from({ length: REGIONS }, (_, at) => region(at + 1)) })),
);

/** One turn, with numbers that change from turn to turn. */
function turn(at: number): Event[] {
  const [seat, region, tokens] = [at % SEATS, (at % REGIONS) + 1, (at % 4) + 1];
  return [
    event("picked", { seat, paid: at % 3, gained: at % 2, tokens }),
    event("combo_shown"),
    event("conquered", { seat, region, tokens }),
    event("driven_out", { region, lost: at % 2, withdrawn: at % 3 }),
    event("rolled", { seat, die: at % 4 }),
    event("deployed", { region, tokens }),
    event("marker_placed", { region }),
    event("scored", { seat, coins: at % 12 }),
    event("readied", { seat, tokens }),
    event("declined", { seat }),
  ];
}
const LOG = Array.from({ length: LINES / turn(0).length }, (_, at) => turn(at)).flat();

/** Milliseconds of CPU time to word the whole log once. */
function wording(): number {
  if (CONTEXT === null) throw new Error("nothing is laid out");
  const before = process.cpuUsage();
  for (let at = 0; at < REPEATS; at += 1) {
    for (const each of LOG) eventText(CONTEXT, each);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / REPEATS;
}

test("the log of a long game", () => {
  const first = wording();
  const times = Array.from({ length: ROUNDS }, wording).toSorted((one, other) => one - other);
  const median = times[Math.floor(ROUNDS / 2)] ?? first;
  console.log(`${LINES} log lines worded, ms of CPU time (median)`.padEnd(60), median.toFixed(3));
});
