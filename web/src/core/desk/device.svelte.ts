/** This device as a place to play: the engine in a worker, started when it is first needed, and the tables that are kept. */
import type { TableSummary } from "../../api/kinds";
import { site } from "../site";
import type { DeskClient } from "./deskClient";
import { DeviceTrouble } from "./deviceTrouble";
import type { FromWorker, StartWorker } from "./protocol";
import type { Shelf } from "./shelf";

/** How much of the engine is loaded, in bytes. */
export interface EngineProgress {
  loaded: number;
  total: number;
}

class Device {
  /** How far loading is; null while nothing is loaded, and when all of it is. */
  progress: EngineProgress | null = $state.raw(null);
  private client: Promise<DeskClient> | null = null;
  private opened: Promise<Shelf> | null = null;

  /** Whether games can be played here: an engine is offered, and this browser has what it needs. */
  get isOffered(): boolean {
    return site.engine !== null && isCapable();
  }

  /** The desk of this device; what failed is tried again when it is asked for once more. */
  desk(): Promise<DeskClient> {
    this.client ??= this.start().catch((error: unknown) => {
      this.client = null;
      throw error;
    });
    return this.client;
  }

  /** The tables that are kept here, the newest first; no engine is needed for that. */
  async tables(): Promise<TableSummary[]> {
    if (!this.isOffered) return [];
    return (await (await this.shelf()).tables()).map(({ summary }) => summary);
  }

  /** Delete a table from this device. */
  async remove(table: string): Promise<void> {
    // A desk that has it open must let go of it; without one the shelf alone is enough.
    if (this.client === null) await (await this.shelf()).remove(table);
    else await (await this.client).ask({ ask: "remove", table });
  }

  private shelf(): Promise<Shelf> {
    this.opened ??= import("./indexedDbShelf").then(({ IndexedDbShelf }) => new IndexedDbShelf());
    return this.opened;
  }

  private async start(): Promise<DeskClient> {
    const { engine } = site;
    if (engine === null) throw new DeviceTrouble("engine_not_offered");
    if (!isCapable()) throw new DeviceTrouble("engine_unsupported");
    // Nothing that a page shows changes before this: it may be asked for while a page is made.
    const { DeskClient } = await import("./deskClient");
    const worker = new Worker(new URL("./deskWorker.ts", import.meta.url), { type: "module" });
    this.progress = { loaded: 0, total: 0 };
    try {
      await this.started(worker, engine);
    } catch (error) {
      worker.terminate();
      throw error;
    } finally {
      this.progress = null;
    }
    const client = new DeskClient(worker);
    worker.onerror = () => {
      this.client = null;
      client.fail(new DeviceTrouble("engine_stopped"));
    };
    return client;
  }

  private started(worker: Worker, folder: string): Promise<void> {
    return new Promise((resolve, reject) => {
      worker.onerror = () => reject(new DeviceTrouble("engine_unsupported"));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ("total" in data) this.progress = data;
        else if ("started" in data) resolve();
        else if ("failed" in data) reject(new DeviceTrouble(data.failed, data.reason));
      };
      worker.postMessage({ start: folder } satisfies StartWorker);
    });
  }
}

function isCapable(): boolean {
  return ["Worker", "WebAssembly", "indexedDB"].every((name) => name in globalThis);
}

export const device = new Device();
