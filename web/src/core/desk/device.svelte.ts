/** This device as a place to play: the engine in a worker, started when it is first needed, and the tables that are kept. */
import type { TableSummary } from "../../api/kinds";
import { needWords } from "../../words/words";
import { Refusal } from "../http/refusal";
import { site } from "../site";
import { DeskClient } from "./deskClient";
import { IndexedDbShelf } from "./indexedDbShelf";
import type { FromWorker, StartWorker } from "./protocol";

/** How much of the engine is loaded, in bytes. */
export interface EngineProgress {
  loaded: number;
  total: number;
}

class Device {
  /** How far loading is; null while nothing is loaded, and when all of it is. */
  progress: EngineProgress | null = $state.raw(null);
  private client: Promise<DeskClient> | null = null;
  private shelf: IndexedDbShelf | null = null;

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
    if (!("indexedDB" in globalThis)) return [];
    this.shelf ??= new IndexedDbShelf();
    return (await this.shelf.tables()).map(({ summary }) => summary);
  }

  /** Delete a table from this device. */
  async remove(table: string): Promise<void> {
    // A desk that has it open must let go of it; without one the shelf alone is enough.
    if (this.client === null) await (this.shelf ??= new IndexedDbShelf()).remove(table);
    else await (await this.client).ask({ ask: "remove", table });
  }

  private async start(): Promise<DeskClient> {
    const { engine } = site;
    if (engine === null) throw await refusal("engine_not_offered");
    if (!isCapable()) throw await refusal("engine_unsupported");
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
      void refusal("engine_stopped").then((reason) => client.fail(reason));
    };
    return client;
  }

  private started(worker: Worker, folder: string): Promise<void> {
    return new Promise((resolve, reject) => {
      worker.onerror = () => void refusal("engine_unsupported").then(reject);
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ("total" in data) this.progress = data;
        else if ("started" in data) resolve();
        else if ("failed" in data) void refusal(data.failed, data.reason).then(reject);
      };
      worker.postMessage({ start: folder } satisfies StartWorker);
    });
  }
}

function isCapable(): boolean {
  return ["Worker", "WebAssembly", "indexedDB"].every((name) => name in globalThis);
}

async function refusal(code: string, reason = ""): Promise<Refusal> {
  await needWords("refusals").catch(() => undefined);
  return new Refusal({ code, params: {}, reason });
}

export const device = new Device();
