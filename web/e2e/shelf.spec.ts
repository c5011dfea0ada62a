/** What a device keeps, in the IndexedDB of a real browser: stored once, whole or not at all, and said so. */
import { expect, test, type Page } from "@playwright/test";
import { build, type Rollup } from "vite";
import type { ToStore } from "../src/api/kinds";
import type { IndexedDbShelf } from "../src/core/desk/indexedDbShelf";

const ORIGIN = "http://shelf.test";

declare global {
  interface Window {
    shelf: IndexedDbShelf;
  }
}

let script: string;

test.beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      lib: { entry: "src/core/desk/indexedDbShelf.ts", formats: ["es"], fileName: "shelf" },
    },
  });
  const [output] = built as Rollup.RollupOutput[];
  script = output?.output[0].code ?? "";
});

/** A page that has a shelf; all pages of a context share one disk. */
async function shelfPage(page: Page): Promise<Page> {
  const start = `import { IndexedDbShelf } from "./shelf.js"; window.shelf = new IndexedDbShelf();`;
  const html = `<!doctype html><script type="module">${start}</script>`;
  await page.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith(".js")
      ? route.fulfill({ contentType: "text/javascript", body: script })
      : route.fulfill({ contentType: "text/html", body: html }),
  );
  await page.goto(ORIGIN);
  await page.waitForFunction(() => "shelf" in window);
  return page;
}

function toStore(table: string, from: number, to: number, changedAt = to): ToStore {
  const rows = Array.from({ length: to - from + 1 }, (_, at) => ({
    seq: from + at,
    text: `row ${from + at}`,
  }));
  const summary = { table, changed_at: changedAt } as ToStore["summary"];
  return { table, rows, summary, position: `after ${to}`, seed: from === 1 ? `seed of ${table}` : "" };
}

/** Store something; returns what went wrong, if anything did. */
function store(page: Page, ...parts: ToStore[]): Promise<string> {
  return page.evaluate(async (given) => {
    try {
      await window.shelf.store(given);
      return "stored";
    } catch (error) {
      return error instanceof Error && "code" in error ? String(error.code) : "conflict";
    }
  }, parts);
}

const seqs = (page: Page, table: string, after = 0): Promise<number[]> =>
  page.evaluate(async ([name, number]) => (await window.shelf.rows(name, number)).map(({ seq }) => seq), [
    table,
    after,
  ] as const);

test("what was stored is there again after a reload", async ({ page }) => {
  await shelfPage(page);
  expect(await store(page, toStore("a", 1, 3), toStore("b", 1, 1, 9))).toBe("stored");
  expect(await store(page, toStore("a", 4, 12))).toBe("stored");
  await page.reload();
  await page.waitForFunction(() => "shelf" in window);
  expect(await seqs(page, "a")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(await seqs(page, "a", 9)).toEqual([10, 11, 12]);
  const kept = await page.evaluate(() => window.shelf.tables());
  expect(kept.map(({ table, seed, position }) => [table, seed, position])).toEqual([
    ["a", "seed of a", "after 12"],
    ["b", "seed of b", "after 1"],
  ]);
});

test("of two tabs one stores a number, and the other nothing at all", async ({ page, context }) => {
  const [one, other] = [await shelfPage(page), await shelfPage(await context.newPage())];
  await store(one, toStore("a", 1, 3));
  expect(await seqs(other, "a")).toEqual([1, 2, 3]);
  const outcomes = await Promise.all([
    store(one, toStore("a", 4, 5)),
    store(other, toStore("b", 1, 1), toStore("a", 4, 4)),
  ]);
  expect(outcomes.toSorted()).toEqual(["conflict", "stored"]);
  const wasFirst = outcomes[0] === "stored";
  expect(await seqs(one, "a")).toEqual(wasFirst ? [1, 2, 3, 4, 5] : [1, 2, 3, 4]);
  expect(await seqs(one, "b")).toEqual(wasFirst ? [] : [1]);
});

test("a table that was removed does not come back in part", async ({ page }) => {
  await shelfPage(page);
  await store(page, toStore("a", 1, 3), toStore("ab", 1, 2));
  await page.evaluate(() => window.shelf.remove("a"));
  expect(await store(page, toStore("a", 4, 4))).toBe("table_not_kept");
  expect(await seqs(page, "a")).toEqual([]);
  expect(await page.evaluate(() => window.shelf.kept("a"))).toBeNull();
  expect(await seqs(page, "ab")).toEqual([1, 2]);
});

test("a full device says so, keeps what it has, and takes more when there is room", async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: ORIGIN, quotaSize: 1_000_000 });
  await shelfPage(page);
  expect(await store(page, toStore("a", 1, 1))).toBe("stored");
  const large = toStore("a", 2, 2);
  large.rows = [{ seq: 2, text: "x".repeat(5_000_000) }];
  expect(await store(page, large)).toBe("storage_full");
  expect(await seqs(page, "a")).toEqual([1]);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: ORIGIN });
  expect(await store(page, toStore("a", 2, 2))).toBe("stored");
});

test("a browser that refuses to keep anything says so", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("no", "SecurityError");
    };
  });
  await shelfPage(page);
  expect(await store(page, toStore("a", 1, 1))).toBe("storage_refused");
});
