/** What lists and lobbies say about a table. */
import type { Box, TableSettings, Clock, TableSummary, ListedSeat } from "../api/kinds";
import { duration } from "../words/times";
import { m, told } from "../words/words";
import { levelName } from "./levels";

export function tableName(table: { title: string; players: number; is_show?: boolean }): string {
  if (table.is_show === true) return m.web_table_show();
  return table.title || m.web_table_name({ players: table.players });
}

/** A name in a list, where the mark of an account is a letter. */
export function markedName({ name, is_account = false }: { name: string; is_account?: boolean }): string {
  return is_account ? m.web_name_marked({ name }) : name;
}

/** Who sits on a seat; of a computer also its level. */
export function seatName({ name, level }: Pick<ListedSeat, "name" | "level">): string {
  if (level === null) return name || m.web_lobby_free();
  // Lists that were stored by an older server do not name their computers.
  if (name === "") return m.web_lobby_computer({ level: levelName(level) });
  return m.web_table_computer({ name, level: levelName(level) });
}

/** Everybody who sits at a table. */
export function peopleOf({ seats }: TableSummary): string {
  const taken = seats.filter((seat) => seat.name !== "" || seat.level !== null);
  return taken.map((seat) => markedName({ ...seat, name: seatName(seat) })).join(" · ");
}

/** How far a table is, and whose turn it is. */
export function statusOf(listed: TableSummary): string {
  switch (listed.status) {
    case "open":
      return m.web_table_free({ free: listed.free });
    case "running":
      return moverOf(listed);
    case "closed":
      return m.web_table_closed();
    default:
      return m.web_table_over();
  }
}

function moverOf({ is_your_turn, seats, to_move }: TableSummary): string {
  if (is_your_turn) return m.web_table_your_turn();
  const seat = to_move === null ? undefined : seats[to_move];
  if (to_move === null || seat === undefined) return "";
  // No seat of a game is free: whoever has neither name nor level was here once and is forgotten.
  const isForgotten = seat.name === "" && seat.level === null;
  return m.web_table_their_turn({
    name: isForgotten ? m.web_play_seat({ number: to_move + 1 }) : seatName(seat),
  });
}

/** What one can do at a table, as the word on a button. */
export function actionOf(listed: TableSummary): string {
  if (listed.status === "open") return listed.is_yours ? m.web_table_open_it() : m.web_table_sit();
  if (listed.status !== "running") return m.web_table_look();
  return listed.is_yours ? m.web_table_continue() : m.web_table_watch();
}

export type NamedMap = Pick<Box["maps"][number], "id" | "name">;

/** Maps of the box are named by their number of players, others by their author. */
export function mapName(map: string, own: readonly NamedMap[] = []): string {
  const players = /^([2-5])-players$/.exec(map)?.[1];
  if (players !== undefined) return m.web_new_map_for({ players: Number(players) });
  return own.find(({ id }) => id === map)?.name ?? map;
}

export function flagTitle(flag: string): string {
  return told(`web_new_${flag}`) ?? flag;
}

export function flagText(flag: string): string {
  return told(`web_new_${flag}_text`) ?? "";
}

function clockWords({ kind, seconds, increment }: Clock): string {
  if (kind === "none") return m.web_agreed_clock_none();
  const time = duration(seconds);
  if (kind === "turn") return m.web_agreed_clock_turn({ time });
  return m.web_agreed_clock_bank({ time, more: duration(increment) });
}

/** An option of the notation: a word, or a word with a value. */
function optionWords(option: string): string {
  const [word = "", value = ""] = option.split("=");
  if (word === "first_player") return m.web_agreed_first({ number: Number(value.slice(1)) });
  if (word !== "left_out") return flagTitle(word);
  const pieces = value.split(",").map((piece) => told(`race_${piece}`) ?? told(`power_${piece}`) ?? piece);
  return m.web_agreed_left_out({ pieces: pieces.join(", ") });
}

/** What is played with at a table, as far as its names are needed. */
export interface NamedBox {
  races: readonly NamedPiece[];
  powers: readonly NamedPiece[];
  maps: readonly NamedMap[];
}
type NamedPiece = Pick<Box["races"][number], "name" | "is_own">;

/** Everything that was agreed on, one thing after the other. */
export function agreementWords(
  agreement: TableSettings,
  { races, powers, maps }: NamedBox = { races: [], powers: [], maps: [] },
): string[] {
  const { players, map, clock, options, position } = agreement;
  const words = [m.web_agreed_players({ players })];
  if (map !== "") words.push(m.web_agreed_map({ map: mapName(map, maps) }));
  words.push(clockWords(clock));
  words.push(agreement.is_open ? m.web_agreed_open() : m.web_agreed_private());
  if (agreement.is_rated) words.push(m.web_agreed_rated());
  words.push(...options.split(" ").filter(Boolean).map(optionWords));
  const pieces = [...races, ...powers].filter((piece) => piece.is_own).map(({ name }) => name);
  if (pieces.length > 0) words.push(m.web_agreed_content({ pieces: pieces.join(", ") }));
  if (position !== "") words.push(m.web_agreed_position());
  return words;
}
