import type { FrameLocator, Page } from "@playwright/test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./server";
import { openTable } from "./tables";

/** Show a frame inside a page of somebody else's, which comes from another server. */
async function frame(page: Page, address: string): Promise<FrameLocator> {
  const html = `<!doctype html><title>A blog</title><h1>Look at this game</h1>
    <iframe src="${address}" title="A game" width="900" height="560"></iframe>`;
  const blog = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end(html),
  );
  await new Promise<void>((resolve) => blog.listen(0, "127.0.0.1", resolve));
  const { port } = blog.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  blog.close();
  return page.frameLocator("iframe");
}

test("a table can be watched inside another page, also by somebody who plays at it", async ({
  page,
  baseURL,
}) => {
  const table = await openTable(page);
  const embedded = await frame(page, `${baseURL}/embed/${table}?theme=dark&lang=de`);
  await expect(embedded.locator("[data-region]").first()).toBeVisible();
  await expect(embedded.getByRole("link", { name: "In Elbowroom öffnen" })).toHaveAttribute(
    "target",
    "_blank",
  );
  await expect(embedded.locator("html")).toHaveAttribute("data-theme", "night");
  await expect(embedded.locator("[data-action]")).toHaveCount(0);
  await expect(embedded.locator("g.region.target")).toHaveCount(0);
  await embedded.locator('[data-region="3"]').click();
  await page.goto(`/t/${table}`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "day");
});

test("nothing in a frame leads to a page at which one could act", async ({ page, baseURL }) => {
  const table = await openTable(page);
  const embedded = await frame(page, `${baseURL}/embed/${table}`);
  await embedded.getByRole("button", { name: "Log" }).click();
  const line = embedded.locator(".log a").last();
  await expect(line).toHaveAttribute("href", new RegExp(`^/embed/${table}\\?at=`));
  await line.click();
  await expect(embedded.getByRole("slider")).toBeVisible();
  await embedded
    .locator("body")
    .evaluate((body) => body.insertAdjacentHTML("beforeend", '<a href="/games">x</a>'));
  const opened = page.waitForEvent("popup");
  await embedded.locator('a[href="/games"]').dispatchEvent("click");
  await opened;
  await expect(embedded.locator("[data-action]")).toHaveCount(0);
  await expect(embedded.getByRole("slider")).toBeVisible();
});

test("a moment of a game can be shown inside another page, and stepped through", async ({
  page,
  baseURL,
}) => {
  const table = await openTable(page);
  const embedded = await frame(page, `${baseURL}/embed/${table}?at=2`);
  await expect(embedded.locator("[data-region]").first()).toBeVisible();
  await expect(embedded.getByRole("slider")).toBeVisible();
  await expect(embedded.getByRole("link", { name: "Open in Elbowroom" })).toHaveAttribute(
    "href",
    `/t/${table}`,
  );
});

test("no other page can be framed", async ({ page, baseURL }) => {
  const table = await openTable(page);
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  const framed = await frame(page, `${baseURL}/t/${table}`);
  await refused;
  await expect(framed.locator("#app")).toHaveCount(0);
});
