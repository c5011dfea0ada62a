/** Games in the browsers that Playwright does not drive here: Firefox and WebKit, as their makers ship them. */
import { expect, test } from "@playwright/test";
import { ClickingPlayer, RANKING } from "../clicking";
import { bringKnownNonce } from "../luck";
import { StaticSite } from "../offline/staticSite";
import type { Target } from "../screen";
import { Server } from "../server";
import { Firefox } from "./firefox";
import type { Visit } from "./visit";
import { WebKit } from "./webkit";

/** A busy machine may need a while to start the engine. */
const ENGINE_START_MS = 120_000;
const PLAY_NOW: Target = { selector: "button", text: "^Play now" };
const BOARD: Target = { selector: "g.region" };
const PLAY_AGAIN: Target = { selector: "a.button", text: "^Watch it again$" };
const REPLAY: Target = { selector: "section[aria-label=Replay]" };
const ONE_STEP_ON: Target = { selector: "button[aria-label='One step on']" };

/** Who hands out the client: a server, or a host of plain files. */
interface Host {
  readonly url: string;
  end(): Promise<void>;
}

/** Open a browser at the home page of a host, do this, and see whether anything went wrong on the way. */
async function visit(
  open: () => Promise<Visit>,
  work: (page: Visit) => Promise<void>,
  begin: () => Promise<Host> = Server.begin,
): Promise<void> {
  const host = await begin();
  const page = await open();
  try {
    await page.goto(host.url);
    await sees(page, PLAY_NOW);
    await page.run(hurry, null);
    await reload(page);
    await sees(page, PLAY_NOW);
    await page.run(bringKnownNonce, null);
    await work(page);
    expect(page.errors).toEqual([]);
  } finally {
    await page.close();
    await host.end();
  }
}

/** Runs in the page: what others do is shown at once. */
function hurry(): void {
  localStorage.setItem("elbowroom.settings", JSON.stringify({ speed: "off" }));
}

async function sees(page: Visit, target: Target, timeout = 30_000): Promise<void> {
  await expect.poll(() => page.sees(target), { timeout }).toBe(true);
}

async function click(page: Visit, target: Target): Promise<void> {
  await expect.poll(() => page.click(target), { timeout: 30_000 }).toBe(true);
}

/** Load the page again, but not while fonts are on their way: a browser calls those that it gives up an error. */
async function reload(page: Visit): Promise<void> {
  await expect.poll(() => page.run(() => document.fonts.status, null)).toBe("loaded");
  await page.reload();
}

/** Which game turn the heading of the page tells. */
function gameTurn(page: Visit): Promise<number> {
  return page.run(() => Number(/\d+/.exec(document.querySelector("h1")?.textContent ?? "")?.[0]), null);
}

/** How many lines the log of the game has. */
function logLines(page: Visit): Promise<number> {
  return page.run(() => document.querySelectorAll(".log li").length, null);
}

/** Which moment of a replay is shown. */
function moment(page: Visit): Promise<number | undefined> {
  return page.run(() => document.querySelector<HTMLInputElement>("input[type=range]")?.valueAsNumber, null);
}

for (const [name, open] of [
  ["Firefox", Firefox.open],
  ["WebKit", WebKit.open],
] as const) {
  test(`${name}: a whole game from the home page to the ranking, and its replay`, async () => {
    test.setTimeout(600_000);
    await visit(open, async (page) => {
      await click(page, PLAY_NOW);
      const player = new ClickingPlayer(page);
      await sees(page, BOARD);
      await player.playSome(12);
      await reload(page);
      await sees(page, BOARD);
      await player.playToTheEnd();
      expect(player.steps).toBeGreaterThan(20);
      expect(
        await page.run((list) => document.querySelector(list)?.childElementCount, RANKING.selector),
      ).toBe(2);
      await click(page, PLAY_AGAIN);
      await sees(page, REPLAY);
      await click(page, { selector: "button", text: "^Pause$" });
      const before = (await moment(page)) ?? NaN;
      await click(page, ONE_STEP_ON);
      await expect.poll(() => moment(page)).toBe(before + 1);
    });
  });
}

/** Nobody to ask: the engine runs in the browser, and the moves are kept there. */
for (const [name, open] of [
  ["Firefox", Firefox.open],
  ["a private window of Firefox", Firefox.openPrivate],
  ["WebKit", WebKit.open],
] as const) {
  test(`${name}: a game from static files goes on after a reload`, async () => {
    test.setTimeout(600_000);
    const play = async (page: Visit): Promise<void> => {
      await click(page, PLAY_NOW);
      const player = new ClickingPlayer(page);
      await sees(page, BOARD, ENGINE_START_MS);
      await player.playSome(6);
      const before = await logLines(page);
      expect(before).toBeGreaterThan(0);
      await reload(page);
      await sees(page, BOARD, ENGINE_START_MS);
      expect(await logLines(page)).toBeGreaterThanOrEqual(before);
      await player.playSome(4);
    };
    await visit(open, play, StaticSite.begin);
  });
}

test("Firefox: the first game turns", async () => {
  await visit(Firefox.open, async (page) => {
    await click(page, PLAY_NOW);
    const player = new ClickingPlayer(page);
    await sees(page, BOARD);
    while ((await gameTurn(page)) < 2) await player.step();
    await reload(page);
    await sees(page, BOARD);
    await player.playSome(2);
    expect(await gameTurn(page)).toBeGreaterThanOrEqual(2);
  });
});
