/** Several people at one device: nobody sees the coins of the others, whoever the server lets look. */
import type { TableView } from "../api/kinds";
import type { Scene } from "../core/table/scene";
import type { Turn } from "./decision.svelte";

export class Discreet implements Scene {
  private readonly turn: Turn;
  /** The table as it is shown, with only the coins of the one who holds the device. */
  readonly shown: TableView | null = $derived.by(() => {
    const { table, holder, isHotSeat } = this.turn;
    const { shown } = table;
    const isOpen = table.agreement?.options.split(" ").includes("open_coins") ?? false;
    if (!isHotSeat || isOpen || !shown?.view || shown.view.is_over) return shown;
    const players = shown.view.players.map((player) =>
      player.seat === holder ? player : { ...player, coins: null },
    );
    return { ...shown, view: { ...shown.view, players } };
  });

  constructor(turn: Turn) {
    this.turn = turn;
  }

  get id() {
    return this.turn.table.id;
  }

  get agreement() {
    return this.turn.table.agreement;
  }

  get beat() {
    return this.turn.table.beat;
  }

  get box() {
    return this.turn.table.box;
  }

  get layout() {
    return this.turn.table.layout;
  }
}
