/** Tables as tests need them: opened over REST with the cookies of the page. */
import type { Page } from "@playwright/test";

export interface Wish {
  players?: number;
  computers?: string[];
  position?: string;
  options?: string;
  content?: string[];
  clock?: { kind: string; seconds: number; increment?: number };
  name?: string;
  /** What the player adds to the luck; the same one brings the same luck. */
  nonce?: string;
}

/** Open a table, sit down on the first free seat, and say which table it is. */
export async function openTable(page: Page, wish: Wish = {}): Promise<string> {
  const { name = "Ann", players = 2, computers = ["easy"], nonce, ...others } = wish;
  await page.request.post("/api/guest");
  const opened = await page.request.post("/api/tables", { data: { players, computers, ...others } });
  if (!opened.ok()) throw new Error(await opened.text());
  const { table } = (await opened.json()) as { table: string };
  const joined = await page.request.post(`/api/tables/${table}/join`, { data: { name, nonce } });
  if (!joined.ok()) throw new Error(await joined.text());
  return table;
}

/** Answer a decision of the first seat as the notation writes it. */
export async function act(page: Page, table: string, action: string): Promise<void> {
  const { seq } = (await (await page.request.get(`/api/tables/${table}`)).json()) as { seq: number };
  const data = { v: 1, id: crypto.randomUUID(), base: seq, cmd: { do: "act", seat: 0, action } };
  const answer = await page.request.post(`/api/tables/${table}/commands`, { data });
  if (!answer.ok()) throw new Error(await answer.text());
}

interface Shown {
  seq: number;
  status: string;
  decision: { seat: number; legal: { text: string; ends_turn?: boolean }[] } | null;
}

/** Answers are taken so often at most. */
const BETWEEN_ACTS_MS = 220;

/** Play the game of a table to its end, as fast as it goes: the first combo each time, and then the end of the turn. */
export async function playOut(page: Page, table: string): Promise<void> {
  for (;;) {
    const shown = (await (await page.request.get(`/api/tables/${table}`)).json()) as Shown;
    if (shown.status === "over") return;
    const legal = shown.decision?.legal ?? [];
    const answer = legal.find(({ ends_turn }) => ends_turn === true) ?? legal[0];
    if (answer !== undefined) await act(page, table, answer.text);
    await page.waitForTimeout(BETWEEN_ACTS_MS);
  }
}

/** Make an account for whoever sits before a page. */
export async function register(page: Page, name: string): Promise<void> {
  const account = { name, password: "a long enough password", label: "test" };
  const made = await page.request.post("/api/account", { data: account });
  if (!made.ok()) throw new Error(await made.text());
}

/** Runs in a page before its own scripts: who plays in tests has met every decision, unless a test says otherwise. */
export function hideTips(): void {
  const before = JSON.parse(localStorage.getItem("elbowroom.settings") ?? "{}") as Record<string, unknown>;
  localStorage.setItem("elbowroom.settings", JSON.stringify({ tips: false, ...before }));
}

/** Choices for this device, before the page is opened. */
export async function choose(page: Page, choices: Record<string, unknown>): Promise<void> {
  await page.addInitScript((kept) => {
    const before = JSON.parse(localStorage.getItem("elbowroom.settings") ?? "{}") as Record<string, unknown>;
    localStorage.setItem("elbowroom.settings", JSON.stringify({ ...before, ...kept }));
  }, choices);
}

/** The board is there with its ground, which is a picture of its own. */
export async function drawn(page: Page): Promise<void> {
  const ground = page.locator(".board img");
  await ground.waitFor();
  await ground.evaluate((image: HTMLImageElement) => image.decode());
}
