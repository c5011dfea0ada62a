/** A table on the server: requests for what is there, a socket for what happens. */
import type {
  Ack,
  Box,
  Bye,
  ChatMessage,
  Command,
  Cost,
  CostsReply,
  Envelope,
  GameReplay,
  Hint,
  HintReply,
  Invitation,
  Layout,
  PatchUpdate,
  SeatLink,
  ServerMessage,
  TableOpening,
  TableView,
  Update,
  WhatIf,
} from "../../api/kinds";
import { needWords } from "../../words/words";
import { Refusal } from "../http/refusal";
import { withEdition } from "../http/edition";
import { get, getAsStranger, post, postLast } from "../http/rest";
import { sitDown } from "../http/tables";
import { unique } from "../http/unique";
import { Dealing } from "../luck/dealing";
import { Witness } from "../luck/witness";
import { differs, entryOf, stateAfter } from "./entries";
import { Outbox } from "./outbox";
import { MisfitError, reconciled } from "./patches";
import { Socket, type SocketListener } from "./socket";
import type {
  Entry,
  Equipment,
  History,
  OnlineRequests,
  Opening,
  SourceListener,
  TableSource,
} from "./source";

const PROTOCOL = 2;
/** How often a busy server is asked for a drawing, and for a table that seems to be gone. */
const MAX_TRIES = 3;
const SECOND = 1000;
/** Before log and chat are asked for again, in milliseconds. */
const RETRY_HISTORY = 3_000;
/** The element of the page with the table as it was when the page was made. */
const OPENING = "opening";

export class ServerSource implements TableSource, SocketListener {
  readonly id: string;
  readonly isRecord = false;
  readonly online: OnlineRequests;
  private readonly address: string;
  private readonly socket = new Socket();
  private readonly outbox: Outbox;
  private listener: SourceListener | null = null;
  /** The newest state. */
  private state: TableView | null = null;
  /** The number of the state that the table went on from last. */
  private restartedAt = 0;
  /** The map of the box that is played on; null for one of one's own. */
  private boxMap: string | null = null;
  /** Whether the next connection begins with a whole state, whatever is known here. */
  private wantsState = false;
  private readonly dealing: Dealing;
  private readonly witness: Witness;

  /** Whether one only watches, whoever one is on this server: then no cookie goes along. */
  private readonly isSpectator: boolean;

  constructor(id: string, { isSpectator = false } = {}) {
    this.id = id;
    this.address = `/api/tables/${id}`;
    this.isSpectator = isSpectator;
    this.outbox = new Outbox(
      (envelope) => this.transmit(envelope),
      () => this.socket.reconnect(),
    );
    this.online = onlineRequests(id);
    this.witness = new Witness(id);
    this.dealing = new Dealing(
      (command) => this.send(command),
      (command) => this.sendLast(command),
    );
  }

  get recordAddress(): string {
    return `${this.address}/record`;
  }

  async open(): Promise<Opening> {
    const opening = this.openingInPage() ?? (await this.ask<TableOpening>("/opening"));
    const equipment = await this.equipment(opening.state);
    this.know(opening.state);
    this.witness.hear(opening.state.seq, opening.chain);
    return { ...opening, ...equipment };
  }

  async equipment(state: TableView): Promise<Equipment> {
    this.boxMap = state.box_map ?? null;
    const [box, layout] = await Promise.all([this.box(state), this.layout()]);
    return { box, layout };
  }

  listen(listener: SourceListener): void {
    this.listener = listener;
    this.socket.open(this, () => this.socketAddress());
    document.addEventListener("visibilitychange", this.onTurn);
    window.addEventListener("pagehide", this.onLeave);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.onTurn);
    window.removeEventListener("pagehide", this.onLeave);
    this.onLeave();
    this.listener = null;
    this.outbox.close();
    this.socket.close();
  }

  reconnect(): void {
    this.wantsState = true;
    this.socket.reconnect();
  }

  send(command: Command): Promise<number> {
    const needsBase = command.do === "act" || command.do === "undo";
    return this.outbox.command(command, needsBase ? (this.state?.seq ?? null) : null);
  }

  async hints(): Promise<readonly Hint[]> {
    return (await this.outbox.ask<HintReply>({ do: "hint" })).hints;
  }

  async costs(): Promise<readonly Cost[]> {
    return (await this.outbox.ask<CostsReply>({ do: "costs" })).costs;
  }

  async at(seq: number): Promise<TableView> {
    const { state } = await this.ask<Update>(`/at/${seq}?protocol=${PROTOCOL}`);
    if (state === null) throw new MisfitError();
    return state;
  }

  replay(): Promise<GameReplay> {
    return this.ask<GameReplay>("/replay");
  }

  whatIf(seq: number, actions: readonly string[]): Promise<WhatIf> {
    return post<WhatIf>(`${this.address}/what-if${this.isSpectator ? "?spectator=1" : ""}`, { seq, actions });
  }

  drawing(theme: string): string {
    return withEdition(`${this.drawings}/board.svg?theme=${theme}`);
  }

  opened(): void {
    this.listener?.onConnected();
    this.outbox.sendAgain();
  }

  closed(tries: number): void {
    this.listener?.onDisconnected();
    if (tries % MAX_TRIES === 0) void this.look();
  }

  heard(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    switch (message.type) {
      case "patch":
        this.take(message);
        break;
      case "update":
        if (message.state !== null) void this.restart(message.state);
        this.witness.hear(message.seq, message.chain);
        break;
      case "ack":
        this.outbox.acknowledged(message, this.state?.seq ?? 0);
        break;
      case "hints":
      case "costs":
        this.outbox.replied(message);
        break;
      case "nack":
        void this.outbox.refused(message);
        break;
      case "presence":
        this.listener?.onPresence(message);
        break;
      case "bye":
        void this.heardBye(message);
        break;
    }
  }

  /** The server lets go: for a moment, or until somebody does something about the reason that it gives. */
  private async heardBye({ code, params, reason, retry }: Bye): Promise<void> {
    if (reason === "") {
      this.socket.waitBeforeRetry(retry * SECOND);
      return;
    }
    this.socket.close();
    await needWords("refusals").catch(() => undefined);
    this.listener?.onGone(new Refusal({ code, params, reason }));
  }

  /** Where the drawings of the map are: tables on a map of the box share them. */
  private get drawings(): string {
    return this.boxMap === null ? this.address : `/api/maps/${this.boxMap}`;
  }

  private socketAddress(): string {
    const since = this.state === null || this.wantsState ? "" : `&since=${this.state.seq}`;
    const spectator = this.isSpectator ? "&spectator=1" : "";
    return `/ws/tables/${this.id}?protocol=${PROTOCOL}${since}${spectator}`;
  }

  /** Ask something about the table. */
  private ask<Given>(path: string): Promise<Given> {
    if (!this.isSpectator) return get<Given>(this.address + path);
    return getAsStranger<Given>(`${this.address}${path}${path.includes("?") ? "&" : "?"}spectator=1`);
  }

  private transmit(envelope: Envelope): void {
    this.socket.send(JSON.stringify(envelope));
  }

  /** An entry with its changes. One that does not follow on what is known leads to a whole state, never to a guess. */
  private take(message: PatchUpdate): void {
    const { state } = this;
    if (state === null || message.seq <= state.seq) return;
    if (message.seq !== state.seq + 1) {
      this.reconnect();
      return;
    }
    let entry: Entry;
    try {
      entry = entryOf(message, state);
    } catch (error) {
      if (!(error instanceof MisfitError)) throw error;
      this.askAgain();
      return;
    }
    this.know(stateAfter(entry, state));
    this.witness.hear(message.seq, message.chain);
    this.listener?.onEntry(entry);
    this.outbox.arrived(message.seq, message.command ?? null);
    if (message.state != null && this.state !== null && differs(this.state, message.state)) this.askAgain();
  }

  /** A newer state: remember what it shows, and do one's part in dealing. */
  private know(state: TableView): void {
    this.state = state;
    if (!state.is_import) this.witness.look(state);
    if (!this.isSpectator) this.dealing.look(state);
  }

  private readonly onTurn = (): void => {
    this.witness.keep();
    if (!this.isSpectator) this.dealing.turn();
  };

  private readonly onLeave = (): void => {
    this.witness.keep();
    if (!this.isSpectator) this.dealing.leave();
  };

  /** Send a command although the page, and with it the socket, goes away. */
  private sendLast(cmd: Command): Promise<void> {
    const body: Envelope = { v: 1, id: unique(), base: null, cmd };
    return postLast(`${this.address}/commands`, body);
  }

  /** Patches led to another table than the server's: take its own, and let it count that. */
  private askAgain(): void {
    void this.outbox.ask<Ack>({ do: "state", differs: true }).catch(() => undefined);
  }

  /** Go on from a whole state; log and chat have a gap before it, and are read again. */
  private async restart(state: TableView): Promise<void> {
    this.wantsState = false;
    const agreement = state.agreement ?? this.state?.agreement ?? null;
    const restarted = reconciled(this.state, { ...state, agreement });
    this.know(restarted);
    this.listener?.onRestart(restarted);
    this.outbox.arrived(state.seq);
    await this.tellHistory(state.seq);
  }

  /** Read what led to a state; without a connection it is tried again, unless a newer state has come. */
  private async tellHistory(seq: number): Promise<void> {
    this.restartedAt = seq;
    try {
      this.listener?.onHistory(await this.history(seq));
    } catch {
      setTimeout(() => {
        if (this.listener !== null && this.restartedAt === seq) void this.tellHistory(seq);
      }, RETRY_HISTORY);
    }
  }

  /** What the server has written into the page, so that it need not be asked for; used once. */
  private openingInPage(): TableOpening | null {
    const element = document.getElementById(OPENING);
    element?.remove();
    const opening = JSON.parse(element?.textContent ?? "null") as TableOpening | null;
    return opening?.state.table === this.id && !this.isSpectator ? opening : null;
  }

  private async history(seq: number): Promise<History> {
    const { log, chat } = await this.ask<TableOpening>("/opening");
    return {
      seq,
      log: log.filter((line) => line.seq <= seq),
      chat: chat.filter((message) => message.seq <= seq),
    };
  }

  /** Most tables are played with what is in the box, which a browser keeps. */
  private box({ agreement }: TableView): Promise<Box> {
    const hasOwn = agreement === null || agreement.content.length > 0;
    return hasOwn ? this.ask<Box>("/box") : get<Box>(withEdition("/api/box"));
  }

  /** A busy server is asked again; a map that cannot be drawn has no layout. */
  private async layout(): Promise<Layout | null> {
    const address = `${this.drawings}/layout`;
    for (let tries = 1; ; tries += 1) {
      try {
        return await get<Layout>(withEdition(address));
      } catch (error) {
        const isFinal = error instanceof Refusal && error.code === "no_outlines";
        if (isFinal || tries === MAX_TRIES) return null;
      }
    }
  }

  /** After several tries in vain: is the table still there? */
  private async look(): Promise<void> {
    try {
      await this.ask("");
    } catch (error) {
      if (error instanceof Refusal && error.code !== "unavailable") {
        this.listener?.onGone(error);
        this.socket.close();
      }
    }
  }
}

function onlineRequests(id: string): OnlineRequests {
  const address = `/api/tables/${id}`;
  return {
    sitDown: (name, wish) => sitDown(id, name, wish),
    seatLink: (seat) => post<SeatLink>(`${address}/seats/${seat}/link`),
    rematch: () => post<Invitation>(`${address}/rematch`),
    mute: async (message) => {
      await post(`${address}/chat/${message}/mute`);
      return get<ChatMessage[]>(`${address}/chat`);
    },
    report: async (message, reason) => {
      await post(`${address}/chat/${message}/report`, { reason });
    },
  };
}
