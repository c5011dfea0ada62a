/** Looking after the server: the way in by a code, complaints, bans, tables, and the log of what was done. */
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./server";

const LINE = "You play like a lost tribe";

/** Somebody writes a line at a table of their own, and somebody else complains of it. */
async function complain(browser: Browser, baseURL: string | undefined): Promise<void> {
  const contexts = await Promise.all([0, 1].map(() => browser.newContext({ baseURL: baseURL ?? "" })));
  const [rude, other] = contexts.map((context) => context.request);
  await rude?.post("/api/guest");
  await other?.post("/api/guest");
  const opened = await rude?.post("/api/tables", { data: { players: 2, title: "Loud table" } });
  const { table } = (await opened?.json()) as { table: string };
  const said = await rude?.post(`/api/tables/${table}/commands`, {
    data: { id: "1", cmd: { do: "say", name: "Loud", text: LINE } },
  });
  const { seq } = (await said?.json()) as { seq: number };
  const data = { reason: "Be kind" };
  const complaint = await other?.post(`/api/tables/${table}/chat/${seq}/report`, { data });
  expect(complaint?.status()).toBe(201);
  await Promise.all(contexts.map((context) => context.close()));
}

/** Choose a part of the page. */
const view = (page: Page, name: string): Promise<void> =>
  page.getByRole("radio", { name }).check({ force: true });

test("an administrator comes in by a code and looks after the server", async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  await page.goto("/admin");
  await expect(page.getByRole("link", { name: "To the account" })).toBeVisible();
  const account = { name: "Keeper", password: "a long password" };
  await page.request.post("/api/guest");
  expect((await page.request.post("/api/account", { data: account })).status()).toBe(201);
  await complain(browser, baseURL);

  await page.goto("/admin");
  await page.getByLabel("Code").fill("aaaa-bbbb-cccc-dddd");
  await page.getByRole("button", { name: "Use the code" }).click();
  await expect(page.getByText("This code does not make anybody an administrator")).toBeVisible();
  await page.getByLabel("Code").fill(server.adminCode());
  await page.getByRole("button", { name: "Use the code" }).click();
  await expect(page.getByText("1 complaint waits.")).toBeVisible();

  await page.goto("/account");
  await page.getByRole("link", { name: "Manage this server" }).click();
  await expect(page.getByText("1 complaint waits.")).toBeVisible();
  await expect(page.getByText(LINE)).toBeVisible();
  await expect(page.getByText("Complaint: Be kind")).toBeVisible();
  await page.getByRole("button", { name: "Remove the line" }).click();
  await expect(page.getByText("No complaints are waiting.")).toBeVisible();
  await expect(page.getByText("0 complaints wait.")).toBeVisible();
  await view(page, "Decided");
  await expect(page.getByText("The line was removed.")).toBeVisible();

  await view(page, "Bans");
  await page.getByLabel("Who", { exact: true }).first().fill("203.0.113.77/24");
  await page.getByLabel("Why (shown to them)").fill("A flood");
  await page.getByRole("button", { name: "Ban", exact: true }).click();
  await expect(page.getByText("A flood · since")).toBeVisible();
  await page.getByRole("button", { name: "Lift the ban of 203.0.113.0/24" }).click();
  await expect(page.getByText("Nobody is banned.")).toBeVisible();

  await view(page, "Tables");
  await view(page, "Waiting");
  await page.getByRole("button", { name: "Close the table: Loud table" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close the table", exact: true }).last().click();
  await expect(page.getByText("The table is closed.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Close the table: Loud table" })).toBeHidden();

  await view(page, "Administrators");
  await page.getByRole("button", { name: "Make a code" }).click();
  await expect(page.locator("code")).toHaveText(/^(\w{4}-){3}\w{4}$/);

  await view(page, "History");
  const log = page.getByRole("listitem");
  await expect(log.filter({ hasText: "Keeper: a line was removed." })).toBeVisible();
  await expect(log.filter({ hasText: "Keeper: 203.0.113.0/24 was banned." })).toContainText("A flood");
  await expect(log.filter({ hasText: "Keeper: a table was closed." })).toBeVisible();
  await expect(log.filter({ hasText: "Keeper: Keeper administers the server." })).toBeVisible();
  await expect(log.filter({ hasText: "The host: a code for another administrator was made." })).toBeVisible();
});
