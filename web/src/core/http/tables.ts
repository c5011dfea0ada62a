/** Requests about tables: opening and finding them, and sitting down. */
import type {
  Box,
  ServerInfo,
  Invitation,
  LivingRoomState,
  TableSummary,
  LogProof,
  NameOffer,
  TakenSeat,
  QuickMatch,
  Workshop,
} from "../../api/kinds";
import { withEdition } from "./edition";
import type { NewTable } from "../places/place";
import { dataFile, site } from "../site";
import { get, post } from "./rest";
import { commitment, newNumber } from "../luck/numbers";

let features: Promise<ServerInfo> | null = null;

/** What this server offers; it does not change while a page is open. A static site tells what the game offers. */
export function serverInfo(): Promise<ServerInfo> {
  features ??= get<ServerInfo>(site.isStatic ? dataFile("/api/server") : "/api/server").catch(
    (error: unknown) => {
      features = null;
      throw error;
    },
  );
  return features;
}

/** What the form for own races and powers offers. */
export const workshopForm = (): Promise<Workshop> => get<Workshop>(withEdition("/api/workshop"));

export const theBox = (): Promise<Box> => get<Box>(withEdition("/api/box"));

/** What own races, powers and maps hold; refused if they cannot be played with. */
export const checkContent = (content: readonly string[]): Promise<Box> =>
  post<Box>("/api/content/check", { content });

export const openTables = (): Promise<TableSummary[]> => get<TableSummary[]>("/api/tables");

export const runningTables = (): Promise<TableSummary[]> => get<TableSummary[]>("/api/tables/running");

export const finishedTables = (): Promise<TableSummary[]> => get<TableSummary[]>("/api/tables/finished");

export const myTables = (): Promise<TableSummary[]> => get<TableSummary[]>("/api/tables/mine");

export const openTable = (plan: NewTable): Promise<Invitation> => post<Invitation>("/api/tables", plan);

/**
 * Play on at the server what was begun elsewhere: opens a private table at which one sits at all seats of people. For each seat
 * one may say which level of computer plays there, or null for a person; else the record says it.
 */
export const continueOnServer = (record: string, levels?: readonly (string | null)[]): Promise<Invitation> =>
  post<Invitation>("/api/tables/continued", levels === undefined ? { record } : { record, levels });

export const quickMatch = (
  wish: Pick<QuickMatch, "players" | "name"> & Partial<QuickMatch>,
): Promise<{ table: string }> => post<{ table: string }>("/api/quick", { commitment: commitment(), ...wish });

/** The table to which an invite code leads. */
export const tableOfInvite = (invite: string): Promise<Invitation> =>
  post<Invitation>("/api/invites", { invite });

/** Sit down and commit to a number for the dealer; whoever plays alone tells it at once, and need not wait. */
export function sitDown(
  table: string,
  name: string,
  { isAlone = false, ...wish }: { seat?: number; invite?: string; isAlone?: boolean } = {},
): Promise<TakenSeat> {
  const number = isAlone ? { nonce: newNumber() } : { commitment: commitment() };
  return post<TakenSeat>(`/api/tables/${table}/join`, { name, ...number, ...wish });
}

/** The log of a table as it is hashed, and the signature under it. */
export const proofOf = (table: string): Promise<LogProof> => get<LogProof>(`/api/tables/${table}/proof`);

/** What a guest is called who wants this name. */
export const nameOffer = (name: string): Promise<NameOffer> =>
  get<NameOffer>(`/api/names/${encodeURIComponent(name)}`);

/** Whether others in the local network reach this server, and where. */
export const livingRoom = (): Promise<LivingRoomState> => get<LivingRoomState>("/api/living-room");

/** Let the server listen in the local network, until it ends. */
export const openLivingRoom = (): Promise<LivingRoomState> => post<LivingRoomState>("/api/living-room");

/** The address of a table; with an invite code, the one for friends. */
export function tableAddress(table: string, invite?: string): string {
  return invite === undefined ? `/t/${table}` : `/t/${table}#invite=${encodeURIComponent(invite)}`;
}
