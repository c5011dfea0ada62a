/** Going on elsewhere with the game of a record; the page of the table comes back. */
import { device } from "../desk/device.svelte";
import { person } from "../http/person.svelte";
import { continueOnServer as request, tableAddress } from "../http/tables";
import { localAddress } from "./localAddress";

/** At a private table of the server. */
export async function continueOnServer(record: string): Promise<string> {
  await person.enter();
  const { table } = await request(record);
  return tableAddress(table);
}

/** As a copy on this device. */
export async function continueHere(record: string): Promise<string> {
  const [desk, { continueRecord }] = await Promise.all([device.desk(), import("../desk/localSource")]);
  return localAddress(await continueRecord(desk, record));
}
