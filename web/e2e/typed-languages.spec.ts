import type { Browser, Page } from "@playwright/test";
import { BASE, englishIn, OTHERS, preferred, textIn } from "./catalogues";
import { HALF_GAME, IS_LONG } from "./long";
import { expect, Server, test } from "./server";
import { choose, openTable } from "./tables";
import { Typist } from "./typist";

/** One with long words and many forms, if there is one. */
const LANGUAGE = preferred("fi", "is");
/** Two people of one table: what each of them reads. */
const PAIRS = [
  [BASE, preferred("de")],
  ...(IS_LONG ? OTHERS.slice(1).map((code, at) => [OTHERS[at] ?? BASE, code]) : []),
] as [string, string][];
const STEPS = IS_LONG ? 60 : 14;

const read = (page: Page): Promise<string> => page.locator("#main").innerText();

test(`a game is played to its end by typing words of ${LANGUAGE}`, async ({ page }) => {
  test.slow();
  await choose(page, { speed: "off", textView: true, language: LANGUAGE });
  await page.goto(`/t/${await openTable(page, HALF_GAME)}`);
  const typist = new Typist(page, LANGUAGE);
  await typist.say(typist.word("help"));
  await expect(typist.answers).toContainText(textIn(LANGUAGE, "web_text_help"));
  await expect(typist.answers.locator("code").filter({ hasText: typist.word("column") })).not.toHaveCount(0);
  expect(englishIn(await read(page), LANGUAGE)).toEqual([]);
  await typist.playToTheEnd();
  expect(typist.steps).toBeGreaterThan(20);
  expect(englishIn(await read(page), LANGUAGE)).toEqual([]);
});

test("who mistypes a command is offered words of the language, and the notation is understood too", async ({
  page,
}) => {
  await choose(page, { speed: "off", textView: true, language: LANGUAGE });
  const position = "map 2-players\nplayers Ann Bob\nAnn Flying Trolls, 9 in hand <- to move";
  await page.goto(`/t/${await openTable(page, { position })}`);
  const typist = new Typist(page, LANGUAGE);
  await typist.say(`${typist.word("conquer")}q 7`);
  await expect(typist.answers).toContainText(`${typist.word("conquer")}, ${typist.word("end")}`);
  await typist.line.fill(typist.word("conquer"));
  const suggestions = page.getByRole("list", { name: textIn(LANGUAGE, "web_text_suggestions") });
  await expect(suggestions.getByRole("button").first()).toHaveText(
    new RegExp(`^${typist.word("conquer")} \\d+$`),
  );
  await typist.line.fill("");
  await typist.say("conquer 7");
  await typist.say(typist.word("undo"));
  await expect(typist.answers).toContainText(textIn(LANGUAGE, "web_text_undone"));
});

for (const languages of PAIRS) {
  test(`two people play one game and each reads their own language: ${languages.join(" and ")}`, async ({
    browser,
  }) => {
    test.slow();
    const server = await Server.begin();
    try {
      const [ann, bob] = await Promise.all(
        languages.map((language, at) => seated(browser, server, language, ["Ann", "Bob"][at] ?? "")),
      );
      if (ann === undefined || bob === undefined) throw new Error("there are two people");
      await meet(ann, bob);
      const deadline = Date.now() + 100_000;
      while (ann.steps + bob.steps < STEPS && Date.now() < deadline) {
        for (const typist of [ann, bob]) await typist.tryStep();
      }
      expect(ann.steps + bob.steps).toBeGreaterThanOrEqual(STEPS);
      await ann.say(`${ann.word("say")} well met, ${bob.word("say")}`);
      for (const typist of [ann, bob]) {
        const others = languages.filter((language) => language !== typist.language);
        await expect(typist.page.locator("html")).toHaveAttribute("lang", typist.language);
        for (const key of ["web_text_regions", "web_text_players"]) {
          await expect(typist.page.locator("#main")).toContainText(textIn(typist.language, key));
        }
        const text = await read(typist.page);
        if (typist.language !== BASE) expect(englishIn(text, typist.language)).toEqual([]);
        for (const other of others) expect(text).not.toContain(textIn(other, "web_text_command_label"));
      }
      expect(await columnOf(ann)).toHaveLength((await columnOf(bob)).length);
      expect(await columnOf(ann)).not.toEqual(await columnOf(bob));
    } finally {
      await server.end();
    }
  });
}

async function seated(browser: Browser, server: Server, language: string, name: string): Promise<Typist> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await choose(page, { speed: "off", textView: true, language, name });
  await page.request.post("/api/guest");
  return new Typist(page, language);
}

/** Open a table for two and sit down at it. */
async function meet(ann: Typist, bob: Typist): Promise<void> {
  const opened = await ann.page.request.post("/api/tables", { data: { players: 2 } });
  const { table, invite } = (await opened.json()) as { table: string; invite: string };
  for (const [typist, name] of [
    [ann, "Ann"],
    [bob, "Bob"],
  ] as const) {
    const joined = await typist.page.request.post(`/api/tables/${table}/join`, { data: { name, invite } });
    expect(joined.ok(), await joined.text()).toBe(true);
  }
  await Promise.all([ann, bob].map((typist) => typist.page.goto(`/t/${table}`)));
}

/** The combos, as somebody reads them. */
const columnOf = (typist: Typist): Promise<string[]> =>
  typist.page
    .locator("section")
    .filter({ has: typist.page.getByRole("heading", { name: textIn(typist.language, "web_text_column") }) })
    .getByRole("heading", { level: 3 })
    .allInnerTexts();

test("a name that is written from right to left keeps to itself in a sentence", async ({ page }) => {
  const name = "\u05d3\u05e0\u05d4";
  await choose(page, { speed: "off", textView: true });
  const position = `map 2-players\nplayers P1 P2\nP1 Flying Trolls, 9 in hand <- to move`;
  await page.goto(`/t/${await openTable(page, { position, name })}`);
  const typist = new Typist(page);
  await typist.say("conquer 7");
  await expect(typist.answers).toContainText(`\u2068${name}\u2069 conquers`);
});
