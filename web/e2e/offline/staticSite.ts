/** The static site of `make site` behind a plain file server, below a path, which can be made to misbehave. */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium, test as base, type BrowserContext, type LaunchOptions } from "@playwright/test";
import { bringKnownNonce, bringKnownSeed, KNOWN_SEED } from "../luck";
import { freePort } from "../server";
import { hideTips } from "../tables";

const FILES = process.env["SITE"] ?? join(import.meta.dirname, "../../../dist/site");
/** Below this path, as on a host that gives everybody a folder. */
const PATH = "/some/folder/";
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".zip": "application/zip",
};

/** What becomes of a file on its way: other bytes, or only the beginning of them. */
export type Spoil = (path: string, bytes: Buffer) => { bytes: Buffer; isCut?: boolean };

export class StaticSite {
  readonly port: number;
  /** The paths that were asked for, in order. */
  readonly asked: string[] = [];
  spoil: Spoil = (_path, bytes) => ({ bytes });
  /** Whether nobody can reach it for the moment. */
  isDown = false;
  /** What it sends beside each file. */
  headers: Readonly<Record<string, string>> = {};
  /** Where the files are; another folder is another version of the site. */
  folder = FILES;
  private readonly server: Server;

  private constructor(port: number) {
    this.port = port;
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async begin(): Promise<StaticSite> {
    const site = new StaticSite(await freePort());
    await new Promise<void>((resolve) => site.server.listen(site.port, "127.0.0.1", resolve));
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}${PATH}`;
  }

  async end(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "", this.url);
    const path = decodeURIComponent(pathname.slice(PATH.length)).replace(/(^|\/)$/, "$1index.html");
    if (this.isDown) {
      response.destroy();
      return;
    }
    this.asked.push(path);
    const isInside = pathname.startsWith(PATH) && !normalize(path).startsWith("..");
    const file = isInside ? await readFile(join(this.folder, path)).catch(() => null) : null;
    if (file === null) {
      response.writeHead(404).end();
      return;
    }
    const { bytes, isCut = false } = this.spoil(path, file);
    response.writeHead(200, {
      "content-type": TYPES[extname(path)] ?? "application/octet-stream",
      "content-length": isCut ? file.length : bytes.length,
      "cache-control": "no-cache",
      ...this.headers,
    });
    if (isCut) response.write(bytes, () => response.destroy());
    else response.end(bytes);
  }
}

/** The same luck in every run, and no tips. */
export async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript(bringKnownNonce);
  await context.addInitScript(bringKnownSeed, KNOWN_SEED);
  await context.addInitScript(hideTips);
}

/** A browser with a profile on the disk, which outlives it; with the same luck as in all other tests. */
export async function openProfile(
  profile: string,
  site: StaticSite,
  launchOptions: LaunchOptions,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: site.url });
  await prepare(context);
  return context;
}

/** Tests with a static site of their own; `baseURL` is the folder in which it lies. */
export const test = base.extend<{ site: StaticSite }>({
  site: async ({}, use) => {
    const site = await StaticSite.begin();
    await use(site);
    await site.end();
  },
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
  context: async ({ context }, use) => {
    await prepare(context);
    await use(context);
  },
});

export { expect } from "@playwright/test";
