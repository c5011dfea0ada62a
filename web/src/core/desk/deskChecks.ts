/** What workshop and map editor ask a desk; a server answers the same under `/api/content` and `/api/painted-maps`. */
import type { Box, PaintedMap, PaintedMapCheck } from "../../api/kinds";
import type { DeskClient } from "./deskClient";

/** What own races, powers and maps hold; refused if they cannot be played with. */
export const checkContent = (desk: DeskClient, content: readonly string[]): Promise<Box> =>
  desk.ask<Box>({ ask: "check_content", content: [...content] });

/** Whether a painted map can be played on, and what is wrong where. */
export const checkPaintedMap = (desk: DeskClient, painted: PaintedMap): Promise<PaintedMapCheck> =>
  desk.ask<PaintedMapCheck>({ ask: "check_painted_map", painted });

/** A map file with outlines as a painted map. */
export const paintMap = (desk: DeskClient, map: string): Promise<PaintedMap> =>
  desk.ask<PaintedMap>({ ask: "paint_map", map });

/** A random map; the same seed gives the same map. */
export const paintRandomMap = (desk: DeskClient, players: number, seed: number): Promise<PaintedMap> =>
  desk.ask<PaintedMap>({ ask: "paint_random_map", players, seed });

/** The board of a map file, as SVG. */
export const drawPaintedMap = (desk: DeskClient, map: string, theme: "day" | "night"): Promise<string> =>
  desk.ask<string>({ ask: "draw_painted_map", map, theme });
