/** The pages, by the first word of their address. Each is loaded when it is asked for, side by side with its words. */
import type { Component } from "svelte";
import type { Part } from "./words/parts";
import { site } from "./core/site";
import { needWords } from "./words/words";

/** What stands behind the first word of the address is for those pages that look at it. */
export type Shown = Component<{ rest: string }>;

interface Page {
  load: () => Promise<{ default: Shown | Component<Record<string, never>> }>;
  /** What it says something from, besides the core. */
  words: readonly Part[];
}

const OF_THE_GAME: readonly Part[] = ["game", "pieces"];

export const PAGES: Readonly<Record<string, Page>> = {
  "": { load: () => import("./pages/HomePage.svelte"), words: [] },
  t: { load: () => import("./pages/TablePage.svelte"), words: OF_THE_GAME },
  local: { load: () => import("./pages/LocalPage.svelte"), words: [...OF_THE_GAME, "refusals"] },
  embed: { load: () => import("./pages/EmbedPage.svelte"), words: ["game", "pieces"] },
  new: { load: () => import("./pages/NewPage.svelte"), words: ["gallery", "pieces", "refusals"] },
  join: { load: () => import("./pages/JoinPage.svelte"), words: [] },
  games: { load: () => import("./pages/GamesPage.svelte"), words: [] },
  watch: { load: () => import("./pages/WatchPage.svelte"), words: [] },
  learn: { load: () => import("./pages/LearnPage.svelte"), words: ["lessons", ...OF_THE_GAME] },
  rules: { load: () => import("./pages/RulesPage.svelte"), words: ["rules", "search", "pieces"] },
  workshop: {
    load: () => import("./pages/WorkshopPage.svelte"),
    words: ["workshop", "gallery", "search", "pieces", "refusals"],
  },
  maps: {
    load: () => import("./pages/MapsPage.svelte"),
    words: ["workshop", "gallery", "pieces", "refusals"],
  },
  gallery: {
    load: () => import("./pages/GalleryPage.svelte"),
    words: ["gallery", "workshop", "pieces", "refusals"],
  },
  explore: { load: () => import("./pages/ExplorePage.svelte"), words: ["explore", ...OF_THE_GAME] },
  settings: { load: () => import("./pages/SettingsPage.svelte"), words: ["settings"] },
  admin: { load: () => import("./pages/AdminPage.svelte"), words: ["admin", "gallery"] },
  account: { load: () => import("./pages/AccountPage.svelte"), words: ["people"] },
  people: {
    load: () => import("./pages/PersonPage.svelte"),
    words: ["people", "gallery", "explore", "pieces"],
  },
  credits: { load: () => import("./pages/CreditsPage.svelte"), words: ["settings"] },
};
export const NOWHERE: Page = { load: () => import("./pages/NowherePage.svelte"), words: [] };
export const NEEDS_SERVER: Page = { load: () => import("./pages/NeedsServerPage.svelte"), words: [] };

/** The page of an address, ready to be drawn. */
export async function openPage(word: string): Promise<Shown> {
  const page = pageOf(word);
  const [{ default: shown }] = await Promise.all([page.load(), needWords(...page.words)]);
  return shown as Shown;
}

function pageOf(word: string): Page {
  if (!site.offers(`/${word}`)) return NEEDS_SERVER;
  return Object.hasOwn(PAGES, word) ? (PAGES[word] ?? NOWHERE) : NOWHERE;
}
