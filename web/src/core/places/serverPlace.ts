/** The server as a place for games. */
import type { TableReference } from "../../api/kinds";
import { person } from "../http/person.svelte";
import { post, postForText } from "../http/rest";
import { checkContent, openTable, sitDown } from "../http/tables";
import { ServerSource } from "../table/serverSource";
import type { Place } from "./place";

export const serverPlace: Place = {
  async open(plan, names) {
    await person.enter();
    const { table } = await openTable(plan);
    const isAlone = names.length + (plan.computers?.length ?? 0) === plan.players;
    const seats = [];
    for (const [seat, name] of names.entries()) seats.push(await sitDown(table, name, { seat, isAlone }));
    return { source: new ServerSource(table), seats };
  },

  async readRecord(record) {
    await person.enter();
    const { table } = await post<TableReference>("/api/replays", { record });
    return new ServerSource(table);
  },

  async checkContent(content) {
    await person.comeIn();
    return checkContent(content);
  },

  checkPaintedMap: (painted) => posted("/api/painted-maps/check", painted),
  paintMap: (map) => posted("/api/painted-maps/from-file", { map }),
  paintRandomMap: (players, seed) => posted("/api/painted-maps/random", { players, seed }),

  async drawPaintedMap(map, theme) {
    await person.comeIn();
    return postForText("/api/painted-maps/board", { map, theme });
  },
};

async function posted<Result>(address: string, body: unknown): Promise<Result> {
  await person.comeIn();
  return post<Result>(address, body);
}
