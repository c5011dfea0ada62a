/** The worker with the desk inside: it loads the engine, tells the page how far that is, and then hosts tables. */
import { EngineError, loadEngine } from "../../engine/load";
import { BroadcastTabs, DeskHost, type DeskFunction } from "./deskHost";
import { IndexedDbShelf } from "./indexedDbShelf";
import type { FromWorker, StartWorker, ToWorker } from "./protocol";

const DESK = `
from elbowroom.server.desk.desk import Desk
Desk().answer_json
`;

/** What of a worker is used here; the types of the page know no worker. */
interface WorkerScope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<StartWorker | ToWorker>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
let host: DeskHost | null = null;

scope.onmessage = ({ data }) => {
  if ("start" in data) void start(data.start);
  else void host?.hear(data);
};

async function start(folder: string): Promise<void> {
  try {
    const python = await loadEngine(folder, (loaded, total) => scope.postMessage({ loaded, total }));
    const desk = python.runPython(DESK) as DeskFunction;
    host = new DeskHost(desk, new IndexedDbShelf(), (message) => scope.postMessage(message), {
      others: new BroadcastTabs(),
    });
    scope.postMessage({ started: true });
  } catch (error) {
    const code = error instanceof EngineError ? error.code : "engine_unsupported";
    scope.postMessage({ failed: code, reason: String(error instanceof Error ? error.cause : error) });
  }
}
