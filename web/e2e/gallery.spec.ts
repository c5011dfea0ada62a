/** The gallery: publishing, finding, playing with friends, saying what one thinks, and looking after it. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { allow, keeper, member, publish } from "./accounts";
import { complaints } from "./axe";
import { add, isFine, newRace, openedMap, PHONE } from "./homemade";
import { Player } from "./player";
import { expect, test } from "./server";
import { choose } from "./tables";

/** A file with a race of this name. */
const race = (id: string, name: string, tokens = 6): string =>
  `[race.${id}]\nname = "${name}"\ntokens = ${tokens}\ntokens_of = "ratmen"\ncoins.swamp = 1\n`;

const publishButton = (page: Page): ReturnType<Page["getByRole"]> =>
  page.getByRole("button", { name: "Publish", exact: true });

/** The part of the admin page about the gallery. */
async function openReview(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByRole("radio", { name: "Gallery" }).check({ force: true });
}

test("a race is published in two taps, seen by a moderator, found, commented on and reported", async ({
  browser,
  server,
}) => {
  const ann = await member(browser, server, "Ann Author");
  const bob = await member(browser, server, "Bob Reader");
  const mod = await keeper(browser, server, "Gallery Keeper");

  await newRace(ann);
  await ann.getByLabel("Name").first().fill("Bog Bankers");
  await add(ann, "two steps", "leaps");
  await expect(ann.locator(".verdict").getByText("Bog Bankers").first()).toBeVisible();
  await publishButton(ann).click();
  const dialog = ann.getByRole("dialog");
  await expect(dialog.getByLabel("In one or two lines")).toHaveValue(/two steps/);
  await expect(dialog.getByLabel("Language")).toHaveValue("en");
  expect(await complaints(ann, "publishing")).toEqual([]);
  await publishButton(ann).last().click();
  await expect(ann).toHaveURL(/\/gallery\/\w+$/);
  await expect(ann.getByText("A moderator looks at it before others see it.")).toBeVisible();
  const address = new URL(ann.url()).pathname;

  await bob.goto("/gallery");
  await expect(bob.getByText(/Nobody has published anything yet|creation/).first()).toBeVisible();
  await expect(bob.getByRole("link", { name: "Bog Bankers" })).toHaveCount(0);
  await bob.goto(address);
  await expect(bob.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();

  await openReview(mod);
  const waiting = mod.getByRole("form", { name: "Bog Bankers" });
  await expect(waiting).toBeVisible();
  expect(await complaints(mod, "review")).toEqual([]);
  await waiting.getByRole("button", { name: "Let everybody see it" }).click();
  await expect(waiting).toHaveCount(0);

  await bob.goto("/gallery");
  await bob.getByLabel("Search").fill("BANKERS");
  await bob.getByLabel("Search").press("Enter");
  await expect(bob).toHaveURL(/search=BANKERS/);
  await bob.getByRole("radio", { name: "Race" }).check({ force: true });
  await bob.getByLabel("Ability").selectOption("leaps");
  await expect(bob.getByText("1 creation", { exact: true })).toBeVisible();
  expect(await complaints(bob, "gallery")).toEqual([]);
  await bob.getByRole("radio", { name: "Map" }).check({ force: true });
  await expect(bob.getByText("Nothing here is like that.")).toBeVisible();
  await bob.getByRole("link", { name: "Show everything" }).click();
  await bob.getByRole("link", { name: "Bog Bankers" }).click();
  await expect(bob).toHaveURL(new RegExp(`${address}$`));
  await expect(
    bob.getByRole("listitem").filter({ hasText: "It may conquer regions two steps" }),
  ).toBeVisible();
  // It tells of its test games by itself, as soon as they are over.
  await expect(bob.getByText("Coins at the end")).toBeVisible({ timeout: 90_000 });
  expect(await complaints(bob, "creation")).toEqual([]);

  // Who made it comments on it; others do so after a game with it.
  await expect(bob.getByText("You can comment once you have finished a game with it.")).toBeVisible();
  await expect(bob.getByLabel("Your comment")).toHaveCount(0);
  await ann.goto(address);
  await ann.getByLabel("Your comment").fill("Swampy, and rich.");
  await ann.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(ann.getByText("Swampy, and rich.")).toBeVisible();
  await bob.getByRole("button", { name: "Report", exact: true }).click();
  await bob.getByLabel("What is wrong with it?").fill("Too swampy");
  await bob.getByRole("dialog").getByRole("button", { name: "Report" }).last().click();
  await expect(bob.getByText("You have reported it.")).toBeVisible();

  await bob.reload();
  const reportComment = bob.getByRole("button", { name: "Report the comment by Ann Author" });
  await reportComment.click();
  await bob.getByRole("dialog").getByRole("button", { name: "Report" }).last().click();
  await expect(bob.getByText("Thank you. Those who run this server will read it.").first()).toBeVisible();
  await expect(reportComment).toHaveCount(0);

  await openReview(mod);
  await expect(mod.getByText("2 complaints wait.")).toBeVisible();
  await expect(mod.getByText("Complaint: Too swampy")).toBeVisible();
  const creation = mod.getByRole("form", { name: "Creation: Bog Bankers" });
  await creation.getByRole("button", { name: "Leave it" }).click();
  await expect(creation).toHaveCount(0);
  const comment = mod.getByRole("form", { name: "Comment on Bog Bankers" });
  await expect(comment.getByRole("button", { name: "Remove it" })).toBeDisabled();
  await comment.getByLabel("Why (shown to the author)").fill("Say it kindly");
  await comment.getByRole("button", { name: "Remove it" }).click();
  await expect(mod.getByText("0 complaints wait.")).toBeVisible();

  await ann.reload();
  await expect(ann.getByText("A moderator removed this comment: Say it kindly")).toBeVisible();
  await bob.reload();
  await expect(bob.getByText("A moderator removed this comment.")).toBeVisible();
  await expect(bob.getByText("Swampy, and rich.")).toHaveCount(0);
  await expect(bob.getByText("You have reported it.")).toHaveCount(0);
});

test("friends play on a map of the gallery to the end although it is withdrawn meanwhile, and vote", async ({
  browser,
  server,
}) => {
  test.setTimeout(300_000);
  const mapper = await member(browser, server, "Mapper");
  const bob = await member(browser, server, "Bob Player");
  const mod = await keeper(browser, server, "Map Keeper");
  await openedMap(mapper);
  await mapper.getByRole("button", { name: "The map for 2 players" }).click();
  await isFine(mapper);
  await mapper.getByLabel("Name of the map").fill("Quick Isle");
  await mapper.getByLabel("Game turns").fill("2");
  await mapper.getByLabel("Game turns").press("Tab");
  await isFine(mapper);
  await publishButton(mapper).click();
  await expect(mapper.getByRole("dialog").getByLabel("In one or two lines")).toHaveValue(/Game turns: 2/);
  await publishButton(mapper).last().click();
  await expect(mapper).toHaveURL(/\/gallery\/\w+$/);
  const address = new URL(mapper.url()).pathname;
  await allow(mod, address.split("/").at(-1) ?? "");
  const picture = mapper.getByRole("img", { name: "The map Quick Isle" });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  // Bob has a race in mind already, and takes the map from the list as well.
  await choose(bob, { speed: "off", confirmEnd: false, confirmRoll: false });
  const gnomes = await publish(mapper, race("hat_gnomes", "Hat Gnomes"));
  await bob.goto(`/gallery/${gnomes}`);
  await expect(bob.getByText("You can say so once you have finished a game with it.")).toBeVisible();
  await bob.getByRole("button", { name: "Add to my table" }).click();
  await expect(bob).toHaveURL(/\/new$/);
  await expect(bob.getByRole("link", { name: "Hat Gnomes" })).toBeVisible();
  await bob.getByRole("button", { name: "Choose from the gallery" }).click();
  const picker = bob.getByRole("dialog");
  await picker.getByLabel("Search").fill("isle");
  await picker.getByLabel("Search").press("Enter");
  await picker.getByRole("button", { name: "Add Quick Isle" }).click();
  await expect(picker.getByRole("button", { name: "Add Quick Isle", pressed: true })).toBeVisible();
  expect(await complaints(bob, "picker")).toEqual([]);
  await picker.getByRole("button", { name: "Close" }).last().click();
  // The map says for how many it is; what is not in the box is never rated.
  await expect(bob.getByLabel("Map", { exact: true })).toHaveValue("quick-isle");
  await bob.getByText("More options").click();
  await expect(bob.getByRole("checkbox", { name: "Rated game" }).first()).toBeDisabled();
  const opening = bob.waitForResponse(
    (answer) => answer.url().endsWith("/api/tables") && answer.request().method() === "POST",
  );
  await bob.getByRole("button", { name: "Open the table" }).click();
  const { table, invite } = (await (await opening).json()) as { table: string; invite: string };
  await expect(bob).toHaveURL(new RegExp(`/t/${table}$`));
  const context = await browser.newContext({ baseURL: server.url });
  const cleo = await context.newPage();
  await choose(cleo, { speed: "off", name: "Cleo", confirmEnd: false, confirmRoll: false });
  await cleo.goto(`/t/${table}#invite=${invite}`);
  await cleo.getByRole("button", { name: "Sit down" }).first().click();
  await expect(cleo.locator("g.region").first()).toBeVisible();

  await mapper.goto(address);
  await mapper.getByRole("button", { name: "Withdraw" }).click();
  await expect(mapper.getByText("It is withdrawn")).toBeVisible();
  await mapper.goto("/gallery?search=isle");
  await expect(mapper.getByText("Nothing here is like that.")).toBeVisible();

  const players = [new Player(bob), new Player(cleo)];
  while (!(await Promise.all(players.map((player) => player.isDone))).every(Boolean))
    for (const player of players) await player.step(50);
  await expect(players[0]?.ending.getByRole("listitem") ?? bob.locator("none")).toHaveCount(2);

  // Who has the address finds it; the finished game is counted a moment later.
  await bob.goto(address);
  const like = bob.getByRole("button", { name: "I like it" });
  await expect(async () => {
    await bob.reload();
    await expect(like).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(bob.getByText("1 of 1 players like it").first()).toBeVisible();
  await bob.getByLabel("Your comment").fill("Small, and quick.");
  await bob.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(bob.getByText("Small, and quick.")).toBeVisible();
  await expect(bob.getByText("has played it")).toBeVisible();
  await mapper.goto(address);
  await mapper.getByRole("button", { name: "List again" }).click();
  await expect(mapper.getByText("It is withdrawn")).toHaveCount(0);
  await mapper.goto("/people/Mapper");
  await expect(mapper.getByRole("link", { name: "Quick Isle" })).toBeVisible();
  expect(await complaints(mapper, "person")).toEqual([]);
});

test("an author publishes a new version, others play it at once, and it is deleted", async ({
  browser,
  server,
}) => {
  const mod = await keeper(browser, server, "Version Keeper");
  const ann = await member(browser, server, "Vera Version");
  const creation = await publish(ann, race("moor_owls", "Moor Owls"), { summary: "They see at night" });
  await allow(mod, creation);
  await ann.goto(`/gallery/${creation}`);
  await ann.getByRole("link", { name: "New version" }).click();
  await expect(ann).toHaveURL(/\/workshop$/);
  await expect(ann.getByLabel("Name").first()).toHaveValue("Moor Owls");
  await ann.getByLabel("Tokens", { exact: true }).fill("5");
  await ann.getByLabel("Tokens", { exact: true }).press("Tab");
  await expect(ann.locator(".verdict").getByText("The banner gives 5 tokens")).toBeVisible();
  await publishButton(ann).click();
  const dialog = ann.getByRole("dialog");
  await expect(dialog.getByLabel("Publish as")).toHaveValue(creation);
  await expect(dialog.getByLabel("In one or two lines")).toHaveValue("They see at night");
  await dialog.getByLabel("What has changed").fill("One token less");
  await publishButton(ann).last().click();
  await expect(ann).toHaveURL(new RegExp(`/gallery/${creation}$`));
  await expect(ann.getByText("One token less")).toBeVisible();
  await expect(ann.getByRole("link", { name: "Version 1" })).toBeVisible();
  const old = await ann.getByRole("link", { name: "Version 1" }).getAttribute("href");
  expect(await (await ann.request.get(old ?? "")).text()).toContain("tokens = 6");

  const context = await browser.newContext({ ...PHONE, baseURL: server.url, colorScheme: "dark" });
  const guest = await context.newPage();
  await guest.goto(`/gallery/${creation}`);
  await expect(guest.getByText("To comment you need an account.")).toBeVisible();
  expect(await complaints(guest, "creation on a phone")).toEqual([]);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await guest.getByRole("button", { name: "Play it now" }).click();
  await expect(guest).toHaveURL(/\/t\//);
  await expect(guest.locator("g.region").first()).toBeVisible();

  await ann.getByRole("button", { name: "Delete", exact: true }).click();
  await ann.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(ann).toHaveURL(/\/gallery$/);
  await guest.reload();
  await expect(guest.locator("g.region").first()).toBeVisible();
});

test("a set is downloaded, opened as a file, published with a new piece as a new version, and a power too", async ({
  browser,
  server,
}) => {
  const sam = await member(browser, server, "Sam Setmaker");
  const power = (id: string, name: string): string =>
    `[power.${id}]\nname = "${name}"\ntokens = 4\ncoins.first_turn = 3\n`;
  const set = `# Moss Folk\n${race("moss_moles", "Moss Moles")}\n${power("mossy", "Mossy")}`;
  const creation = await publish(sam, set);
  await sam.goto(`/gallery/${creation}`);
  const downloading = sam.waitForEvent("download");
  await sam.getByRole("link", { name: "Save as a file" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("moss-folk.toml");
  const opened = await readFile(await file.path(), "utf8");
  expect(opened).toContain("[race.moss_moles]");

  /** Open a text in the workshop as a file of one's own. */
  async function open(text: string, piece: string): Promise<void> {
    await sam.goto("/workshop");
    const upload = { name: "mine.toml", mimeType: "application/toml", buffer: Buffer.from(text) };
    await sam.locator("input[type=file]").setInputFiles(upload);
    await expect(sam.locator(".verdict").getByText(piece).first()).toBeVisible();
    await publishButton(sam).click();
  }
  await open(`${opened}\n${power("damp", "Damp")}`, "Damp");
  const dialog = sam.getByRole("dialog");
  await expect(dialog.getByLabel("Publish as")).toHaveValue(creation);
  await publishButton(sam).last().click();
  await expect(sam).toHaveURL(new RegExp(`/gallery/${creation}$`));
  await expect(sam.getByRole("link", { name: "Version 2" })).toBeVisible();

  await open(power("lichened", "Lichened"), "Lichened");
  await expect(dialog.getByLabel("In one or two lines")).not.toHaveValue("");
  await publishButton(sam).last().click();
  await expect(sam).not.toHaveURL(new RegExp(`/gallery/${creation}$|/workshop$`));
  await expect(sam.getByRole("heading", { name: "Lichened" }).first()).toBeVisible();
});

test("a guest is told what publishing needs, and keeps what they made", async ({ page }) => {
  await newRace(page);
  await page.getByLabel("Name").first().fill("Sea Sloths");
  await expect(page.locator(".verdict").getByText("Sea Sloths").first()).toBeVisible();
  await publishButton(page).click();
  await expect(page.getByText("Whoever publishes has an account")).toBeVisible();
  await page.getByRole("link", { name: "To the account" }).click();
  await expect(page).toHaveURL(/\/account\?back=%2Fworkshop$/);
  await page.goto("/workshop");
  await expect(page.getByLabel("Name").first()).toHaveValue("Sea Sloths");
});
