/** Where games are opened, and own pieces judged: on a server, or on this device. Pages know only this interface. */
import type { Box, PaintedMap, PaintedMapCheck, TableSettings, TakenSeat } from "../../api/kinds";
import type { TableSource } from "../table/source";

/** A table as one asks for it: only the number of players has to be said. */
export type NewTable = Pick<TableSettings, "players"> & Partial<TableSettings>;

export interface OpenedTable {
  source: TableSource;
  /** The seats of the people who sat down, in the order of their names. */
  seats: readonly Pick<TakenSeat, "name">[];
}

export interface Place {
  /** Open a table at which these people of this device sit down; the game begins when no seat is free any more. */
  open(plan: NewTable, names: readonly string[]): Promise<OpenedTable>;
  /** Open a table that shows the game of a record. */
  readRecord(record: string): Promise<TableSource>;
  /** What own races, powers and maps hold; refused if they cannot be played with. */
  checkContent(content: readonly string[]): Promise<Box>;
  /** Whether a painted map can be played on, and what is wrong where. */
  checkPaintedMap(painted: PaintedMap): Promise<PaintedMapCheck>;
  /** A map file with outlines as a painted map. */
  paintMap(map: string): Promise<PaintedMap>;
  /** A random map; the same seed gives the same map. */
  paintRandomMap(players: number, seed: number): Promise<PaintedMap>;
  /** The board of a map file, as SVG. */
  drawPaintedMap(map: string, theme: string): Promise<string>;
}
