/**
 * One's part in dealing: to commit to a number for each seat, and to tell it when everybody has committed. Whoever goes
 * away before that tells it early, as nobody waits for long; whoever comes back commits to another one.
 */
import type { Command, TableView } from "../../api/kinds";
import { commitment, isOfThisPage, numberOf, takeNumber } from "./numbers";

type Send = (command: Command) => Promise<unknown>;

/** With so many seconds for a turn nobody stays until the game begins. */
const SLOW = 3600;

export class Dealing {
  private readonly send: Send;
  /** Sends although the page goes away. */
  private readonly sendLast: Send;
  private state: TableView | null = null;
  /** Hashes of numbers that were told, and seats for which a new one was sent: each is done once for a state. */
  private told = new Set<string>();

  constructor(send: Send, sendLast: Send) {
    this.send = send;
    this.sendLast = sendLast;
  }

  /** Do what is due for one's own seats. */
  look(state: TableView): void {
    this.state = state;
    if (state.status !== "open") return;
    for (const [seat, { is_yours, owes_nonce, commitment: hash }] of state.seats.entries()) {
      if (!is_yours) continue;
      if (owes_nonce) {
        if (!document.hidden) takeNumber(hash);
        const goesAway = document.hidden && isOfThisPage(hash);
        if (state.reveal_until !== null || isSlow(state) || goesAway) this.tell(seat, this.send);
      } else if (state.reveal_until === null && !document.hidden && hasCompany(state) && !isSlow(state)) {
        this.commit(seat);
      }
    }
  }

  /** The page was hidden or shown again. */
  turn(): void {
    if (this.state === null) return;
    if (document.hidden) this.leave();
    else this.look(this.state);
  }

  /** One goes away: numbers that are not due yet are told now, but not those of another page that stays. */
  leave(): void {
    const { state } = this;
    if (state?.status !== "open") return;
    for (const [seat, { is_yours, owes_nonce, commitment: hash }] of state.seats.entries()) {
      if (is_yours && owes_nonce && isOfThisPage(hash)) this.tell(seat, this.sendLast);
    }
  }

  private tell(seat: number, send: Send): void {
    const hash = this.state?.seats[seat]?.commitment ?? "";
    const nonce = numberOf(hash);
    // Another device of the same person may hold it.
    if (nonce === undefined || this.told.has(hash)) return;
    this.told.add(hash);
    // What did not get through is tried again with the next state.
    send({ do: "reveal", seat, nonce }).catch(() => this.told.delete(hash));
  }

  private commit(seat: number): void {
    const key = `${this.state?.seq ?? 0} ${seat}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    this.send({ do: "commit", seat, commitment: commitment() }).catch(() => undefined);
  }
}

/** Whether anybody else plays: else there is nobody to convince. */
function hasCompany({ seats }: TableView): boolean {
  return seats.some(({ level, is_yours }) => level === null && !is_yours);
}

function isSlow({ agreement }: TableView): boolean {
  return agreement !== null && agreement.clock.kind !== "none" && agreement.clock.seconds >= SLOW;
}
