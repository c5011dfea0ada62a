/** Requests about tables: opening and finding them, and sitting down. */
import type { Agreement, Box, Features, Invitation, Listed, Seated, Wish } from "./kinds";
import { get, post } from "./rest";
import { unique } from "./unique";

/** An agreement as one asks for it: only the number of players has to be said. */
export type Plan = Pick<Agreement, "players"> & Partial<Agreement>;

let features: Promise<Features> | null = null;

/** What this server offers; it does not change while a page is open. */
export function serverFeatures(): Promise<Features> {
  features ??= get<Features>("/api/server").catch((error: unknown) => {
    features = null;
    throw error;
  });
  return features;
}

export const theBox = (): Promise<Box> => get<Box>("/api/box");

export const openTables = (): Promise<Listed[]> => get<Listed[]>("/api/tables");

export const runningTables = (): Promise<Listed[]> => get<Listed[]>("/api/tables/running");

export const myTables = (): Promise<Listed[]> => get<Listed[]>("/api/tables/mine");

export const openTable = (plan: Plan): Promise<Invitation> => post<Invitation>("/api/tables", plan);

export const quickMatch = (
  wish: Pick<Wish, "players" | "name"> & Partial<Wish>,
): Promise<{ table: string }> => post<{ table: string }>("/api/quick", { nonce: unique(), ...wish });

/** The table to which an invite code leads. */
export const tableOfInvite = (invite: string): Promise<Invitation> =>
  post<Invitation>("/api/invites", { invite });

export function sitDown(
  table: string,
  name: string,
  wish: { seat?: number; invite?: string } = {},
): Promise<Seated> {
  return post<Seated>(`/api/tables/${table}/join`, { name, nonce: unique(), ...wish });
}

/** The address of a table; with an invite code, the one for friends. */
export function tableAddress(table: string, invite?: string): string {
  return invite === undefined ? `/t/${table}` : `/t/${table}#invite=${encodeURIComponent(invite)}`;
}
