/** The tables of a person, of the server and of this device, as lists show them. */
import type { TableSummary } from "../../api/kinds";
import { device } from "../desk/device.svelte";
import { person } from "../http/person.svelte";
import { myTables, tableAddress } from "../http/tables";
import { hasGoneOn } from "./goneOn";
import { localAddress } from "./localAddress";

export interface ListedTable extends TableSummary {
  /** The page of the table. */
  address: string;
  /** Whether it is kept on this device. */
  isHere: boolean;
  /** Whether it is kept here, and its game was taken to the server. */
  isGoneOn: boolean;
}

/** Tables of the server. */
export function onServer(tables: readonly TableSummary[]): ListedTable[] {
  return tables.map((listed) => ({
    ...listed,
    address: tableAddress(listed.table),
    isHere: false,
    isGoneOn: false,
  }));
}

/** The tables that are kept on this device. */
export async function tablesHere(): Promise<ListedTable[]> {
  const kept = await device.tables();
  return kept.map((listed) => {
    const isGoneOn = hasGoneOn(listed.table);
    const address = localAddress(listed.table);
    return { ...listed, is_your_turn: listed.is_your_turn && !isGoneOn, address, isHere: true, isGoneOn };
  });
}

/**
 * All tables at which one plays; those on this device are there without a connection, too. Who wants to say that those of
 * the server are missing is told so.
 */
export async function ownTables(missing: () => void = () => undefined): Promise<ListedTable[]> {
  // A browser that keeps nothing has no tables here, which is no reason to show none at all.
  const here = await tablesHere().catch(() => []);
  await person.known();
  if (person.me === null) {
    if (person.isUnknown) missing();
    return here;
  }
  try {
    return [...here, ...onServer(await myTables())];
  } catch (error) {
    if (here.length === 0) throw error;
    missing();
    return here;
  }
}
