/** People with accounts, each in a browser of their own, and those who look after the server. */
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { expect, type Server } from "./server";

const PASSWORD = "a long password";
const SECONDS = 1000;

/** A page of somebody who has an account; nobody else is called so. */
export async function member(
  browser: Browser,
  server: Server,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: server.url });
  const page = await context.newPage();
  await page.request.post("/api/guest");
  const made = await page.request.post("/api/account", { data: { name, password: PASSWORD } });
  expect(made.status(), await made.text()).toBe(201);
  return page;
}

/** A page of somebody who looks after the server. */
export async function keeper(browser: Browser, server: Server, name: string): Promise<Page> {
  const page = await member(browser, server, name);
  const claimed = await page.request.post("/api/admin/claim", { data: { code: server.adminCode() } });
  expect(claimed.ok(), await claimed.text()).toBe(true);
  return page;
}

/** Publish a text as somebody, and say which creation it is. */
export async function publish(page: Page, text: string, more: Record<string, string> = {}): Promise<string> {
  for (;;) {
    const answer = await page.request.post("/api/creations", {
      data: { text, summary: "Home-made", ...more },
    });
    if (answer.status() === 429) {
      await page.waitForTimeout(SECONDS);
      continue;
    }
    expect(answer.status(), await answer.text()).toBe(201);
    return ((await answer.json()) as { creation: string }).creation;
  }
}

/** Let everybody see it. */
export async function allow(page: Page, creation: string): Promise<void> {
  const judged = await page.request.post(`/api/admin/creations/${creation}`, {
    data: { is_fine: true, reason: "" },
  });
  expect(judged.ok(), await judged.text()).toBe(true);
}
