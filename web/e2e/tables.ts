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
}

/** Open a table, sit down on the first free seat, and say which table it is. */
export async function openTable(page: Page, wish: Wish = {}): Promise<string> {
  const { name = "Ann", players = 2, computers = ["easy"], ...others } = wish;
  await page.request.post("/api/guest");
  const opened = await page.request.post("/api/tables", { data: { players, computers, ...others } });
  if (!opened.ok()) throw new Error(await opened.text());
  const { table } = (await opened.json()) as { table: string };
  const joined = await page.request.post(`/api/tables/${table}/join`, { data: { name } });
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
