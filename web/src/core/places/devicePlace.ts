/** This device as a place for games: its engine runs in a worker, and nothing of them leaves the device. */
import type { DeskClient } from "../desk/deskClient";
import { checkContent, checkPaintedMap, drawPaintedMap, paintMap, paintRandomMap } from "../desk/deskChecks";
import { device } from "../desk/device.svelte";
import {
  importRecord,
  LocalSource,
  openLocalTable,
  type BoxFiles,
  type LocalTablePlan,
} from "../desk/localSource";
import { mapDrawing, mapLayout } from "../http/maps";
import { theBox } from "../http/tables";
import type { Place } from "./place";

const FILES: BoxFiles = { box: theBox, layout: mapLayout, drawing: mapDrawing };

/** A table that is kept on this device. */
export function localSource(desk: DeskClient, table: string): LocalSource {
  return new LocalSource(desk, table, FILES);
}

export const devicePlace: Place = {
  async open(plan, names) {
    const desk = await device.desk();
    const table = await openLocalTable(desk, plan as LocalTablePlan, names);
    return { source: localSource(desk, table), seats: names.map((name) => ({ name })) };
  },

  async readRecord(record) {
    const desk = await device.desk();
    return localSource(desk, await importRecord(desk, record));
  },

  checkContent: async (content) => checkContent(await device.desk(), content),
  checkPaintedMap: async (painted) => checkPaintedMap(await device.desk(), painted),
  paintMap: async (map) => paintMap(await device.desk(), map),
  paintRandomMap: async (players, seed) => paintRandomMap(await device.desk(), players, seed),
  drawPaintedMap: async (map, theme) =>
    drawPaintedMap(await device.desk(), map, theme === "night" ? "night" : "day"),
};
