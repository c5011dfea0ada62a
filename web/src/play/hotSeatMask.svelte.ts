/** Several people at one device: nobody sees the coins of the others, whoever the server lets look. */
import type { TableView } from "../api/kinds";
import type { Scene } from "../core/table/scene";
import { withCoinsOf } from "../core/table/hiddenCoins";
import type { DecisionControl } from "./control.svelte";

export class HotSeatMask implements Scene {
  private readonly control: DecisionControl;
  /** The table as it is shown, with only the coins of the one who holds the device. */
  readonly shown: TableView | null = $derived.by(() => {
    const { table, holder, isHotSeat } = this.control;
    const { shown } = table;
    return shown === null || !isHotSeat ? shown : withCoinsOf(holder, shown);
  });

  constructor(control: DecisionControl) {
    this.control = control;
  }

  get id() {
    return this.control.table.id;
  }

  get agreement() {
    return this.control.table.agreement;
  }

  get step() {
    return this.control.table.step;
  }

  get box() {
    return this.control.table.box;
  }

  get layout() {
    return this.control.table.layout;
  }

  drawing(theme: string): string {
    return this.control.table.drawing(theme);
  }
}
