/** A table on this device: a desk in a worker hosts it, and no server is needed. */
import type {
  Box,
  Command,
  Cost,
  DeskJoin,
  DeskRequest,
  Envelope,
  GameReplay,
  Hint,
  Layout,
  TableOpening,
  TableView,
  Update,
  WhatIf,
} from "../../api/kinds";
import { newNumber } from "../luck/numbers";
import { localAddress } from "../places/localAddress";
import { MisfitError } from "../table/patches";
import type { Equipment, Opening, SourceListener, TableSource } from "../table/source";
import { TableMessages } from "../table/tableMessages";
import type { DeskClient } from "./deskClient";

/** What of the box was drawn beforehand, as drawing takes a while. */
export interface BoxFiles {
  box(): Promise<Box>;
  layout(map: string): Promise<Layout>;
  /** The address of a picture of an empty map. */
  drawing(map: string, theme: string): string;
}

const THEMES = ["day", "night"] as const;

export class LocalSource implements TableSource {
  readonly id: string;
  readonly isRecord = false;
  readonly online = null;
  readonly hasLink = false;
  private readonly desk: DeskClient;
  private readonly files: BoxFiles | null;
  private readonly messages: TableMessages;
  /** The map of the box that is played on; null for one of one's own. */
  private boxMap: string | null = null;
  /** Addresses of pictures that were drawn here, by theme. */
  private readonly drawn = new Map<string, string>();

  constructor(desk: DeskClient, id: string, files: BoxFiles | null = null) {
    this.desk = desk;
    this.id = id;
    this.files = files;
    this.messages = new TableMessages({
      transmit: (envelope) => this.transmit(envelope),
      connectAgain: () => void this.watch(),
      opening: () => this.opening(),
      onState: () => undefined,
      onHead: () => undefined,
    });
  }

  async open(): Promise<Opening> {
    const opening = await this.opening();
    const equipment = await this.equipment(opening.state);
    this.messages.begin(opening);
    return { ...opening, ...equipment };
  }

  async equipment({ box_map, agreement }: TableView): Promise<Equipment> {
    const { files } = this;
    this.boxMap = files === null ? null : (box_map ?? null);
    const hasOwn = agreement === null || agreement.content.length > 0;
    const [box, layout] = await Promise.all([
      files === null || hasOwn ? this.ask<Box>("box") : files.box(),
      files === null || this.boxMap === null ? this.drawnLayout() : files.layout(this.boxMap),
    ]);
    return { box, layout };
  }

  listen(listener: SourceListener): void {
    this.messages.listener = listener;
    this.desk.listen(this.id, (message) => this.messages.heard(message));
    void this.watch();
  }

  close(): void {
    this.messages.close();
    this.desk.listen(this.id, null);
    void this.desk.ask({ ask: "unwatch", table: this.id }).catch(() => undefined);
    for (const address of this.drawn.values()) URL.revokeObjectURL(address);
    this.drawn.clear();
  }

  reconnect(): void {
    this.messages.restartFromState();
  }

  send(command: Command): Promise<number> {
    return this.messages.send(command);
  }

  /** Take a seat for somebody; alone on a device one tells the number for the dealer at once. */
  sitDown(name: string, wish: { seat?: number } = {}): Promise<number> {
    return this.send({ ...joining(name), ...wish } as Command);
  }

  hints(): Promise<readonly Hint[]> {
    return this.messages.hints();
  }

  costs(): Promise<readonly Cost[]> {
    return this.messages.costs();
  }

  async at(seq: number): Promise<TableView> {
    const { state } = await this.desk.ask<Update>({ ask: "at", table: this.id, seq });
    if (state === null) throw new MisfitError();
    return state;
  }

  replay(): Promise<GameReplay> {
    return this.ask<GameReplay>("replay");
  }

  whatIf(seq: number, actions: readonly string[]): Promise<WhatIf> {
    return this.desk.ask<WhatIf>({ ask: "what_if", table: this.id, seq, actions: [...actions] });
  }

  record(): Promise<string> {
    return this.ask<string>("record");
  }

  get address(): string {
    return localAddress(this.id);
  }

  /** The same people sit at the new table already. */
  async rematch(): Promise<string> {
    return localAddress((await this.ask<{ table: string }>("rematch")).table);
  }

  drawing(theme: string): string {
    if (this.files !== null && this.boxMap !== null) return this.files.drawing(this.boxMap, theme);
    return this.drawn.get(theme) ?? "";
  }

  private opening(): Promise<TableOpening> {
    return this.ask<TableOpening>("opening");
  }

  /** Ask something that needs no more than the table. */
  private ask<Result>(ask: "opening" | "replay" | "record" | "rematch" | "box" | "layout"): Promise<Result> {
    return this.desk.ask<Result>({ ask, table: this.id });
  }

  private transmit(envelope: Envelope): void {
    // The answer comes as a message; only a worker that is gone, or a table that cannot be read, is told here.
    this.desk.ask({ ask: "send", table: this.id, envelope }).catch((error: unknown) => this.gone(error));
  }

  /** Hear what happens from now on, and what was missed; whatever has no answer is sent once more. */
  private async watch(): Promise<void> {
    try {
      await this.desk.ask({ ask: "watch", table: this.id, since: this.messages.since ?? 0 });
    } catch (error) {
      this.gone(error);
      return;
    }
    this.messages.listener?.onConnected();
    this.messages.sendAgain();
  }

  private gone(error: unknown): void {
    this.messages.listener?.onGone(error as Error);
  }

  /** The layout of a map that was not drawn beforehand, and its pictures; one without outlines has none. */
  private async drawnLayout(): Promise<Layout | null> {
    try {
      const layout = await this.ask<Layout>("layout");
      for (const theme of THEMES) {
        if (this.drawn.has(theme)) continue;
        const drawing = await this.desk.ask<string>({ ask: "board", table: this.id, theme });
        this.drawn.set(theme, URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" })));
      }
      return layout;
    } catch {
      return null;
    }
  }
}

function joining(name: string): DeskJoin {
  return { do: "join", name, nonce: newNumber() };
}

export type LocalTablePlan = Extract<DeskRequest, { ask: "open" }>["settings"];

/** Open a table on this device, at which these people sit; returns its id. */
export async function openLocalTable(
  desk: DeskClient,
  settings: LocalTablePlan,
  names: readonly string[],
): Promise<string> {
  const request = { ask: "open", settings, joins: names.map(joining) } as const;
  return (await desk.ask<{ table: string }>(request)).table;
}

/** Open a table that shows the game of a record; returns its id. */
export async function importRecord(desk: DeskClient, record: string): Promise<string> {
  return (await desk.ask<{ table: string }>({ ask: "import", record })).table;
}

/** Play on here what a record tells, as a copy: all people of its game sit at this device; returns the table's id. */
export async function continueRecord(desk: DeskClient, record: string): Promise<string> {
  return (await desk.ask<{ table: string }>({ ask: "continue_record", record })).table;
}
