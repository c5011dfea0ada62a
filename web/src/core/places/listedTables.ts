/** The tables of a person, of the server and of this device, as lists show them. */
import type { TableSummary } from "../../api/kinds";
import { device } from "../desk/device.svelte";
import { person } from "../http/person.svelte";
import { myTables, tableAddress } from "../http/tables";
import { localAddress } from "./localAddress";

export interface ListedTable extends TableSummary {
  /** The page of the table. */
  address: string;
  /** Whether it is kept on this device. */
  isHere: boolean;
}

/** Tables of the server. */
export function onServer(tables: readonly TableSummary[]): ListedTable[] {
  return tables.map((listed) => ({ ...listed, address: tableAddress(listed.table), isHere: false }));
}

/** The tables that are kept on this device. */
export async function tablesHere(): Promise<ListedTable[]> {
  const kept = await device.tables();
  return kept.map((listed) => ({ ...listed, address: localAddress(listed.table), isHere: true }));
}

/** All tables at which one plays; those on this device are there without a connection, too. */
export async function ownTables(): Promise<ListedTable[]> {
  // A browser that keeps nothing has no tables here, which is no reason to show none at all.
  const here = await tablesHere().catch(() => []);
  await person.known();
  if (person.me === null) return here;
  try {
    return [...here, ...onServer(await myTables())];
  } catch (error) {
    if (here.length > 0) return here;
    throw error;
  }
}
