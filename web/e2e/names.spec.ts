import { expect, test } from "./server";
import { choose } from "./tables";

test("an account is marked, and a guest with a look-alike of its name gets a number", async ({
  page,
  browser,
  server,
}) => {
  const made = await page.request.post("/api/account", {
    data: { name: "Annika", password: "correct horse 17" },
  });
  expect(made.ok()).toBe(true);
  const opened = await page.request.post("/api/tables", { data: { players: 3, is_open: true } });
  const { table } = (await opened.json()) as { table: string };
  await page.goto(`/t/${table}`);
  await expect(page.locator("form.join")).toContainText("Annika");
  await expect(page.locator("form.join input")).toHaveCount(0);
  await page.getByRole("button", { name: "Sit down" }).first().click();
  await expect(page.locator("main li").filter({ hasText: "Annika" })).toContainText("has an account");

  const context = await browser.newContext({ baseURL: server.url });
  try {
    const guest = await context.newPage();
    await choose(guest, { name: "Bob" });
    await guest.goto(`/t/${table}`);
    const name = guest.getByLabel("Your name").first();
    await name.fill("\u0410nnika");
    await name.blur();
    await expect(guest.getByText("You will be called “\u0410nnika 2”.")).toBeVisible();
    await guest.getByRole("button", { name: "Sit down" }).first().click();
    const own = guest.getByRole("listitem").filter({ hasText: "\u0410nnika 2" });
    await expect(own).toBeVisible();
    await expect(own).not.toContainText("has an account");
    await guest.getByLabel("Your message").fill("I am Annika");
    await guest.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("I am Annika", { exact: true })).toBeVisible();
    await page.getByLabel("Your message").fill("And I am the real one");
    await page.getByRole("button", { name: "Send" }).click();
    const said = guest.getByRole("listitem").filter({ hasText: "the real one" });
    await expect(said).toContainText("has an account");
    await expect(guest.getByRole("listitem").filter({ hasText: "I am Annika" })).not.toContainText(
      "has an account",
    );
  } finally {
    await context.close();
  }
});
