/**
 * Runs a desk in a worker: asks it one thing after the other, stores what it gives, and only then says so. Whatever changes a
 * table is on the disk before the page hears of it. Between two moves of a computer the page gets its answers.
 */
import type { DeskMessage, DeskRefusal, DeskReply, DeskRequest } from "../../api/kinds";
import type { FromWorker, PageRequest, ToWorker, TableRequest } from "./protocol";
import { ConflictError, NotStoredError, type Shelf } from "./shelf";

/** Answers a request of JSON with JSON: `Desk.answer_json`. */
export type DeskFunction = (request: string) => string | Promise<string>;

/** Lets one tab at a time do something: so not all of them think about the same move. */
export type Turns = (name: string, work: () => Promise<void>) => Promise<void>;

/** What other tabs are told: the table that has changed. */
export interface OtherTabs {
  tell(table: string): void;
  onTold(listener: (table: string) => void): void;
}

/** How often something is decided again because another tab was faster. */
const MAX_TRIES = 20;
const BUSY: DeskRefusal = { code: "busy", params: {}, reason: "" };
const NOT_KEPT: DeskRefusal = { code: "table_not_kept", params: {}, reason: "" };

export class DeskHost {
  private readonly desk: DeskFunction;
  private readonly shelf: Shelf;
  private readonly post: (message: FromWorker) => void;
  private readonly turns: Turns;
  private readonly others: OtherTabs | null;
  /** The last number of each table that the desk has open. */
  private readonly heads = new Map<string, number>();
  private readonly watched = new Set<string>();
  /** Tables for which a move of a computer is on its way. */
  private readonly playing = new Set<string>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    desk: DeskFunction,
    shelf: Shelf,
    post: (message: FromWorker) => void,
    { turns = browserTurns, others = null }: { turns?: Turns; others?: OtherTabs | null } = {},
  ) {
    this.desk = desk;
    this.shelf = shelf;
    this.post = post;
    this.turns = turns;
    this.others = others;
    others?.onTold((table) => {
      if (this.watched.has(table)) void this.inQueue(() => this.readOn(table)).catch(() => undefined);
    });
  }

  /** Answer a message of the page. */
  async hear({ id, request }: ToWorker): Promise<void> {
    try {
      const { refused, result = null } = await this.inQueue(() => this.answer(request));
      this.post(refused === undefined ? { id, result } : { id, refused });
    } catch (error) {
      this.post({ id, refused: refusalOf(error) });
    }
  }

  private async answer(request: PageRequest): Promise<DeskReply> {
    switch (request.ask) {
      case "watch":
        return this.watch(request.table, request.since);
      case "unwatch":
        this.watched.delete(request.table);
        return {};
      case "remove":
        await this.close(request.table);
        await this.shelf.remove(request.table);
        return {};
      default:
        return this.tableAnswer(request);
    }
  }

  private async tableAnswer(request: TableRequest): Promise<DeskReply> {
    const table = "table" in request ? request.table : undefined;
    if (table !== undefined) {
      const refused = await this.load(table);
      if (refused !== undefined) return request.ask === "record" ? this.storedRecord(table) : { refused };
    }
    const reply = await this.carryOut(request);
    if (table !== undefined) this.tell(table, reply);
    return reply;
  }

  private async watch(table: string, since: number): Promise<DeskReply> {
    const refused = await this.load(table);
    if (refused !== undefined) return { refused };
    this.watched.add(table);
    await this.readOn(table);
    this.tell(table, await this.ask({ ask: "catch_up", table, since }));
    return {};
  }

  /** Open a table from what is stored, unless it is open. */
  private async load(table: string): Promise<DeskRefusal | undefined> {
    if (this.heads.has(table)) return undefined;
    const [kept, rows] = [await this.shelf.kept(table), await this.shelf.rows(table)];
    if (kept === null) return NOT_KEPT;
    const texts = rows.map(({ text }) => text);
    this.heads.set(table, rows.at(-1)?.seq ?? 0);
    const { seed, position } = kept;
    const reply = await this.carryOut({ ask: "load", table, seed, position, rows: texts });
    if (reply.refused !== undefined) this.heads.delete(table);
    return reply.refused;
  }

  /** The record of a table that cannot be loaded, from the position that was stored last. */
  private async storedRecord(table: string): Promise<DeskReply> {
    const [kept, rows] = [await this.shelf.kept(table), await this.shelf.rows(table)];
    if (kept === null) return { refused: NOT_KEPT };
    const texts = rows.map(({ text }) => text);
    return this.ask({ ask: "stored_record", rows: texts, position: kept.position });
  }

  private async close(table: string): Promise<void> {
    this.watched.delete(table);
    this.heads.delete(table);
    await this.ask({ ask: "close", table });
  }

  /** Ask the desk, and store what it gives; if another tab was faster, read on and ask again. */
  private async carryOut(request: DeskRequest): Promise<DeskReply> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const given = await this.ask(request);
      const toStore = given.to_store ?? [];
      if (toStore.length === 0) return given;
      try {
        await this.shelf.store(toStore);
      } catch (error) {
        const [first] = toStore;
        if (!(error instanceof ConflictError) || first === undefined) {
          return this.ask({ ask: "not_stored", code: codeOf(error) });
        }
        if (request.ask === "load") return this.loadAgain(request.table);
        await this.readOn(first.table);
        continue;
      }
      for (const { table, rows } of toStore) this.heads.set(table, rows.at(-1)?.seq ?? 0);
      const reply = await this.ask({ ask: "stored" });
      for (const { table } of toStore) {
        this.others?.tell(table);
        if (reply.refused !== undefined) this.heads.delete(table);
      }
      return reply;
    }
    return { refused: BUSY };
  }

  /** Another tab has recovered a table meanwhile. */
  private async loadAgain(table: string): Promise<DeskReply> {
    await this.ask({ ask: "not_stored", code: "unavailable" });
    this.heads.delete(table);
    const refused = await this.load(table);
    return refused === undefined ? {} : { refused };
  }

  /** Take what another tab has stored. */
  private async readOn(table: string): Promise<void> {
    const head = this.heads.get(table);
    if (head === undefined) return;
    const rows = await this.shelf.rows(table, head);
    const reply = await this.ask({ ask: "read_on", table, rows: rows.map(({ text }) => text) });
    this.heads.set(table, rows.at(-1)?.seq ?? head);
    this.tell(table, reply);
  }

  private tell(table: string, { messages = [], is_play_due: isPlayDue = false }: DeskReply): void {
    for (const message of messages as readonly DeskMessage[]) this.post({ table, message });
    if (isPlayDue) this.play(table);
  }

  /** Let a computer decide as soon as what the page has asked for is answered. */
  private play(table: string): void {
    if (!this.watched.has(table) || this.playing.has(table)) return;
    this.playing.add(table);
    const work = async (): Promise<void> => {
      await pause();
      await this.inQueue(async () => {
        this.playing.delete(table);
        if (!this.watched.has(table)) return;
        await this.readOn(table);
        this.tell(table, await this.carryOut({ ask: "play", table }));
      });
    };
    void this.turns(`elbowroom ${table}`, work)
      .catch(() => undefined)
      .finally(() => this.playing.delete(table));
  }

  private async ask(request: DeskRequest): Promise<DeskReply> {
    const reply = JSON.parse(await this.desk(JSON.stringify(request))) as DeskReply;
    // What is left of a table after an error is not to be relied on: it is loaded from the disk again.
    if (reply.refused?.code === "internal" && "table" in request) this.heads.delete(request.table ?? "");
    return reply;
  }

  private inQueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    return done;
  }
}

/** A moment in which messages of the page arrive. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

function codeOf(error: unknown): NotStoredError["code"] {
  return error instanceof NotStoredError ? error.code : "storage_refused";
}

function refusalOf(error: unknown): DeskRefusal {
  const code = error instanceof NotStoredError ? error.code : "internal";
  return { code, params: {}, reason: String(error) };
}

/** Turns between the tabs of a browser; one that knows no locks lets all of them think, which costs time only. */
export const browserTurns: Turns = async (name, work) => {
  const { locks } = navigator as { locks?: LockManager };
  await (locks === undefined ? work() : locks.request(name, work));
};

/** The other tabs of a browser. */
export class BroadcastTabs implements OtherTabs {
  private readonly channel = new BroadcastChannel("elbowroom tables");

  tell(table: string): void {
    this.channel.postMessage(table);
  }

  onTold(listener: (table: string) => void): void {
    this.channel.onmessage = ({ data }: MessageEvent<string>) => listener(data);
  }
}
