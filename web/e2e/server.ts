/** The real server in a process of its own, with an empty database, that can be killed and started again. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { bringKnownNonce, KNOWN_SEED } from "./luck";
import { hideTips } from "./tables";

const PROGRAM = join(import.meta.dirname, "../../.venv/bin/elbowroom");
const PATIENCE = 60_000;
const TEST_GAMES = 20;

export class Server {
  readonly port: number;
  private readonly data: string;
  private readonly engine: string;
  private process: ChildProcess | null = null;

  private constructor(port: number, data: string, engine: string) {
    this.port = port;
    this.data = data;
    this.engine = engine;
  }

  /** Without the folder of an engine for browsers it offers none, so pages are the same whether or not one was made. */
  static async begin(engine?: string): Promise<Server> {
    const data = mkdtempSync(join(tmpdir(), "elbowroom-e2e-"));
    const server = new Server(await freePort(), data, engine ?? data);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.process = spawn(
      PROGRAM,
      [
        ...["serve", "--port", String(this.port), "--data", this.data, "--log-level", "warning"],
        // What is published in a test is tested soon, and takes little of what others need.
        ...["--test-games", String(TEST_GAMES)],
        ...["--engine", this.engine],
      ],
      {
        stdio: "inherit",
        env: { ...process.env, ELBOWROOM_SERVE_KNOWN_SEED: KNOWN_SEED },
      },
    );
    const end = Date.now() + PATIENCE;
    while (Date.now() < end) {
      const response = await fetch(`${this.url}/api/health`).catch(() => null);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the server did not start");
  }

  /** A code by which an account becomes an administrator, as whoever runs the server gets it. */
  adminCode(): string {
    const said = execFileSync(PROGRAM, ["admin", "--data", this.data, "code"], { encoding: "utf8" });
    return said.trim().split(" ").at(-1) ?? "";
  }

  /** As a crash or a lost machine would: at once, without a word. */
  async kill(): Promise<void> {
    const running = this.process;
    if (running === null) return;
    this.process = null;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Tests with a server of their worker; `baseURL` leads to it, and every page of every context has known luck. */
export const test = base.extend<object, { server: Server; knownLuck: undefined }>({
  server: [
    // Playwright asks for an object pattern here, also where nothing is taken from it.
    async ({}, use) => {
      const server = await Server.begin();
      await use(server);
      await server.end();
    },
    { scope: "worker", timeout: PATIENCE },
  ],
  knownLuck: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        await context.addInitScript(bringKnownNonce);
        await context.addInitScript(hideTips);
        return context;
      };
      await use(undefined);
      browser.newContext = open;
    },
    { scope: "worker", auto: true },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
});

export { expect } from "@playwright/test";
