/** A table of two on a strip of four regions, as a scene to draw. */
import type {
  Box,
  DrawnRegion,
  Layout,
  PlayerView,
  RaceView,
  RegionView,
  SeatView,
  TableView,
  View,
} from "../api/kinds";
import type { Scene } from "../core/table/scene";
import type { Step } from "../core/table/step";

const WIDTH = 100;

export function region(number: number, held: Partial<RegionView> = {}): RegionView {
  const empty = { in_decline: false, lost_tribe: false, markers: {}, owner: null, race: null, tokens: 0 };
  return { number, label: String(number), ...empty, ...held };
}

export function race(id: string, regions: number[], more: Partial<RaceView> = {}): RaceView {
  return {
    race: id,
    power: "flying",
    regions,
    hand: 0,
    withdrawn: 0,
    displaced: 0,
    in_decline: false,
    ...more,
  };
}

export function player(seat: number, more: Partial<PlayerView> = {}): PlayerView {
  return { seat, name: `P${seat + 1}`, active: null, declined: [], coins: null, ...more };
}

export function seat(name: string, more: Partial<SeatView> = {}): SeatView {
  return {
    name,
    level: null,
    is_taken: true,
    is_taken_over: false,
    is_given_up: false,
    is_account: false,
    is_yours: false,
    commitment: "",
    owes_nonce: false,
    nonce: "",
    is_early: false,
    ...more,
  };
}

function slot(x: number, y: number, radius: number): DrawnRegion["stack"] {
  return { x, y, radius };
}

/** A path as the server sends them: of curves alone. */
function square(x: number, y: number, side: number): string {
  const corners = [
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ].map((corner) => corner.join(" "));
  const starts = [`${x} ${y}`, ...corners];
  return `M${x} ${y}${corners.map((end, at) => `C${starts[at]} ${end} ${end}`).join("")}Z`;
}

function drawn(number: number): DrawnRegion {
  const x = (number - 0.5) * WIDTH;
  return {
    number,
    terrain: "hill",
    path: square(x - 50, 0, 100),
    label: { x: x - 30, y: 80, height: 16, max_height: 20 },
    stack: slot(x, 50, 29),
    tribe: slot(x, 50, 29),
    markers: [slot(x + 30, 60, 15), slot(x + 20, 80, 15)],
    symbols: number === 2 ? { cavern: slot(x - 30, 20, 15) } : {},
    mountain: null,
  };
}

export const LAYOUT: Layout = {
  map: "strip",
  width: 4 * WIDTH,
  height: 100,
  view_box: [0, 0, 4 * WIDTH, 120],
  track: [slot(20, 110, 8), slot(60, 110, 8)],
  lines: [],
  regions: [1, 2, 3, 4].map(drawn),
};

const BOX: Box = {
  maps: [
    {
      id: "strip",
      name: "strip",
      players: 2,
      game_turns: 2,
      is_own: false,
      has_outlines: true,
      regions: LAYOUT.regions.map(({ number, terrain, symbols }) => ({
        number,
        label: String(number),
        terrain,
        symbols: Object.keys(symbols),
        is_border: true,
        is_coastal: false,
        neighbors: [],
      })),
    },
  ],
  races: [],
  powers: [],
};

export function view(more: Partial<View> = {}): View {
  return {
    acting_race: null,
    column: [],
    die: null,
    discarded_badges: [],
    first_player: 0,
    game_turn: 1,
    game_turns: 2,
    is_over: false,
    left: 0,
    map: "strip",
    non_empty_conquests: 0,
    peace: [],
    phase: "conquer",
    placing: null,
    players: [player(0), player(1)],
    regions: [1, 2, 3, 4].map((number) => region(number)),
    returned_banners: [],
    seat: 0,
    target: null,
    to_move: 0,
    tray: {},
    unrevealed_badges: [],
    unrevealed_banners: [],
    ...more,
  };
}

export function step(events: Step["events"], before: View | null, after: View | null, duration = 1000): Step {
  const entry = { seq: 7, at: 0, what: "acted", seat: 0, text: null, takesBack: null, said: null };
  return { ...entry, events, before, after, duration, isLive: true };
}

export function scene(shown: View, seats = [seat("Ann", { is_yours: true }), seat("Bob")]): Scene {
  const table = {
    seq: 1,
    table: "T",
    status: "running",
    seats,
    view: shown,
    to_move: shown.to_move,
  } as TableView;
  return {
    id: "T",
    agreement: null,
    shown: table,
    step: null,
    box: BOX,
    layout: LAYOUT,
    drawing: (theme) => `/drawing?theme=${theme}`,
  };
}
