/** WebKit, driven over WebDriver, on a screen that exists only in memory. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Place, seen, type Target } from "../screen";
import { freePort } from "../server";
import { type Visit, WINDOW } from "./visit";
import { type Element, WebDriver } from "./webdriver";

const PATIENCE_MS = 30_000;
/** How WebKit tells of an error in a page. */
const ERROR = /CONSOLE (?:\w+ )?ERROR/;

export class WebKit implements Visit {
  private readonly driver: WebDriver;
  private readonly programs: ChildProcess[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), "elbowroom-webkit-"));

  private constructor(port: number) {
    this.driver = new WebDriver(`http://127.0.0.1:${port}`);
  }

  static async open(): Promise<WebKit> {
    const port = await freePort();
    const webkit = new WebKit(port);
    try {
      await webkit.start(port);
    } catch (error) {
      webkit.end();
      throw error;
    }
    return webkit;
  }

  /** The console is kept in a file: the driver throws away what the browser prints. */
  get errors(): string[] {
    return readFileSync(this.console, "utf8")
      .split("\n")
      .filter((line) => ERROR.test(line));
  }

  async goto(address: string): Promise<void> {
    await this.driver.post("url", { url: address });
  }

  async reload(): Promise<void> {
    await this.driver.post("refresh");
  }

  run<Argument, Result>(work: (argument: Argument) => Result, argument: Argument): Promise<Result> {
    return this.driver.run<Result>(work, argument);
  }

  async sees(target: Target): Promise<boolean> {
    return (await this.find(target)) !== null;
  }

  async click(target: Target): Promise<boolean> {
    const element = await this.find(target);
    if (element === null) return false;
    try {
      await this.driver.click(element);
      return true;
    } catch {
      // It went away in the meantime, or something lies on it.
      return false;
    }
  }

  async clickAt({ x, y }: Place): Promise<void> {
    await this.driver.clickAt(x, y);
  }

  async close(): Promise<void> {
    try {
      await this.driver.end();
    } finally {
      this.end();
    }
  }

  private get console(): string {
    return join(this.folder, "console.txt");
  }

  private async start(port: number): Promise<void> {
    const size = `${WINDOW.width}x${WINDOW.height}x24`;
    const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", size], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.programs.push(screen);
    const [display] = (await once(screen.stdout, "data")) as [Buffer];
    const env = { ...process.env, DISPLAY: `:${display.toString().trim()}` };
    this.programs.push(spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "inherit", env }));
    await this.driver.waitUntilReady(PATIENCE_MS);
    const browser = process.env["WEBKIT"] ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
    const options = ["--automation", "--enable-write-console-messages-to-stdout=true"];
    await this.driver.begin({
      "webkitgtk:browserOptions": {
        binary: "/bin/sh",
        args: ["-c", `exec "$0" "$@" >'${this.console}' 2>&1`, browser, ...options],
      },
    });
    await this.driver.post("window/rect", { x: 0, y: 0, ...WINDOW });
  }

  private end(): void {
    for (const program of this.programs.reverse()) program.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** An element that goes away before the driver can name it was not there. */
  private async find(target: Target): Promise<Element | null> {
    try {
      return await this.driver.run<Element | null>(seen, target);
    } catch (error) {
      if (String(error).includes("stale element reference")) return null;
      throw error;
    }
  }
}
