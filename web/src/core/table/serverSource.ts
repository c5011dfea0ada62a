/** A table on the server: requests for what is there, a socket for what happens. */
import type {
  Box,
  Bye,
  ChatMessage,
  Command,
  Cost,
  Envelope,
  GameReplay,
  Hint,
  Invitation,
  Layout,
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
import { get, getAsStranger, getText, post, postLast } from "../http/rest";
import { sitDown, tableAddress } from "../http/tables";
import { unique } from "../http/unique";
import { Dealing } from "../luck/dealing";
import { Witness } from "../luck/witness";
import { MisfitError } from "./patches";
import { Socket, type SocketListener } from "./socket";
import { TableMessages } from "./tableMessages";
import type { Equipment, OnlineRequests, Opening, SeatedPerson, SourceListener, TableSource } from "./source";

const PROTOCOL = 2;
/** How often a busy server is asked for a drawing, and for a table that seems to be gone. */
const MAX_TRIES = 3;
const SECOND = 1000;
/** The element of the page with the table as it was when the page was made. */
const OPENING = "opening";

export class ServerSource implements TableSource, SocketListener {
  readonly id: string;
  readonly isRecord = false;
  readonly online: OnlineRequests;
  readonly hasLink = true;
  readonly address: string;
  /** Where the server answers about it. */
  private readonly api: string;
  private readonly socket = new Socket();
  private readonly messages: TableMessages;
  /** The map of the box that is played on; null for one of one's own. */
  private boxMap: string | null = null;
  private readonly dealing: Dealing;
  private readonly witness: Witness;

  /** Whether one only watches, whoever one is on this server: then no cookie goes along. */
  private readonly isSpectator: boolean;

  constructor(id: string, { isSpectator = false } = {}) {
    this.id = id;
    this.address = tableAddress(id);
    this.api = `/api/tables/${id}`;
    this.isSpectator = isSpectator;
    this.online = onlineRequests(id);
    this.messages = new TableMessages({
      transmit: (envelope) => this.socket.send(JSON.stringify(envelope)),
      connectAgain: () => this.socket.reconnect(),
      opening: () => this.ask<TableOpening>("/opening"),
      onState: (state) => this.look(state),
      onHead: (seq, chain) => this.witness.hear(seq, chain),
    });
    this.witness = new Witness(id);
    this.dealing = new Dealing(
      (command) => this.send(command),
      (command) => this.sendLast(command),
    );
  }

  async open(): Promise<Opening> {
    const opening = this.openingInPage() ?? (await this.ask<TableOpening>("/opening"));
    const equipment = await this.equipment(opening.state);
    this.messages.begin(opening);
    return { ...opening, ...equipment };
  }

  async equipment(state: TableView): Promise<Equipment> {
    this.boxMap = state.box_map ?? null;
    const [box, layout] = await Promise.all([this.box(state), this.layout()]);
    return { box, layout };
  }

  listen(listener: SourceListener): void {
    this.messages.listener = listener;
    this.socket.open(this, () => this.socketAddress());
    document.addEventListener("visibilitychange", this.onTurn);
    window.addEventListener("pagehide", this.onLeave);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.onTurn);
    window.removeEventListener("pagehide", this.onLeave);
    this.onLeave();
    this.messages.close();
    this.socket.close();
  }

  reconnect(): void {
    this.messages.restartFromState();
  }

  send(command: Command): Promise<number> {
    return this.messages.send(command);
  }

  hints(): Promise<readonly Hint[]> {
    return this.messages.hints();
  }

  costs(): Promise<readonly Cost[]> {
    return this.messages.costs();
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
    return post<WhatIf>(`${this.api}/what-if${this.isSpectator ? "?spectator=1" : ""}`, { seq, actions });
  }

  /** Whoever plays several seats takes the same ones again. */
  async rematch(people: readonly SeatedPerson[]): Promise<string> {
    const { table, invite } = await post<Invitation>(`${this.api}/rematch`);
    for (const { seat, name } of people) {
      await sitDown(table, name, { ...(invite !== null && { invite }), ...(people.length > 1 && { seat }) });
    }
    return tableAddress(table);
  }

  record(): Promise<string> {
    return getText(`${this.api}/record`);
  }

  drawing(theme: string): string {
    return withEdition(`${this.drawings}/board.svg?theme=${theme}`);
  }

  opened(): void {
    this.messages.listener?.onConnected();
    this.messages.sendAgain();
  }

  closed(tries: number): void {
    this.messages.listener?.onDisconnected();
    if (tries % MAX_TRIES === 0) void this.checkTable();
  }

  heard(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "bye") void this.heardBye(message);
    else this.messages.heard(message);
  }

  /** The server lets go: for a moment, or until somebody does something about the reason that it gives. */
  private async heardBye({ code, params, reason, retry }: Bye): Promise<void> {
    if (reason === "") {
      if (code === "base_ahead") this.messages.wantsState = true;
      this.socket.waitBeforeRetry(retry * SECOND);
      return;
    }
    this.socket.close();
    await needWords("refusals").catch(() => undefined);
    this.messages.listener?.onGone(new Refusal({ code, params, reason }));
  }

  /** Where the drawings of the map are: tables on a map of the box share them. */
  private get drawings(): string {
    return this.boxMap === null ? this.api : `/api/maps/${this.boxMap}`;
  }

  private socketAddress(): string {
    const since = this.messages.since === null ? "" : `&since=${this.messages.since}`;
    const spectator = this.isSpectator ? "&spectator=1" : "";
    return `/ws/tables/${this.id}?protocol=${PROTOCOL}${since}${spectator}`;
  }

  /** Ask something about the table. */
  private ask<Given>(path: string): Promise<Given> {
    if (!this.isSpectator) return get<Given>(this.api + path);
    return getAsStranger<Given>(`${this.api}${path}${path.includes("?") ? "&" : "?"}spectator=1`);
  }

  /** A newer state: remember what it shows, and do one's part in dealing. */
  private look(state: TableView): void {
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
    return postLast(`${this.api}/commands`, body);
  }

  /** What the server has written into the page, so that it need not be asked for; used once. */
  private openingInPage(): TableOpening | null {
    const element = document.getElementById(OPENING);
    element?.remove();
    const opening = JSON.parse(element?.textContent ?? "null") as TableOpening | null;
    return opening?.state.table === this.id && !this.isSpectator ? opening : null;
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
  private async checkTable(): Promise<void> {
    try {
      await this.ask("");
    } catch (error) {
      if (error instanceof Refusal && error.code !== "unavailable") {
        this.messages.listener?.onGone(error);
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
    mute: async (message) => {
      await post(`${address}/chat/${message}/mute`);
      return get<ChatMessage[]>(`${address}/chat`);
    },
    report: async (message, reason) => {
      await post(`${address}/chat/${message}/report`, { reason });
    },
  };
}
