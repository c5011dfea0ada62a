/** What a static site says of all that needs a server. */
import { complaints } from "../axe";
import { openMenu, playNow } from "./localGame";
import { expect, test } from "./staticSite";

const REASON = "Here everything is played on your device, without a server.";
const SERVER = "https://games.example";

test("the home page says what needs a server, and leads to none if the site knows none", async ({ page }) => {
  await page.goto("");
  await expect(page.getByText(REASON)).toContainText("friends on other devices, watching, accounts");
  await expect(page.getByRole("link", { name: /^Go to/ })).toHaveCount(0);
  await page.goto("#/watch");
  await expect(page.getByRole("heading", { name: "This needs a server" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Go to/ })).toHaveCount(0);
});

test("pages, and the menu of a game, lead to the server that the site was made with", async ({
  page,
  site,
}) => {
  // The head of a page of `make site SERVER=...` has this element more.
  site.spoil = (path, bytes) =>
    path === "index.html"
      ? {
          bytes: Buffer.from(
            bytes.toString().replace("<meta", `<meta name="server" content="${SERVER}"><meta`),
          ),
        }
      : { bytes };
  await page.goto("");
  await expect(page.getByText(REASON)).toBeVisible();
  const link = page.getByRole("link", { name: "Go to games.example" });
  await expect(link).toHaveAttribute("href", `${SERVER}/`);
  expect(await complaints(page, "home")).toEqual([]);
  await playNow(page);
  const menu = await openMenu(page);
  await expect(menu.getByText("With this file the game can go on at a server")).toBeVisible();
  await expect(menu.getByRole("link", { name: "Go to games.example" })).toHaveAttribute(
    "href",
    `${SERVER}/watch`,
  );
  await page.goto("#/people/somebody");
  await expect(link).toHaveAttribute("href", `${SERVER}/people/somebody`);
});
