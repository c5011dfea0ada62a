/** Several people at one device: nobody sees the coins of the others, whoever the server lets look. */
import type { TableView } from "../../api/kinds";

/** The table with the coins of one seat only, or of none; where everybody may see all coins there is nothing to hide. */
export function withCoinsOf(seat: number | null, state: TableView): TableView {
  const { view } = state;
  if (view === null || view.players.every((player) => player.coins !== null)) return state;
  const players = view.players.map((player) => (player.seat === seat ? player : { ...player, coins: null }));
  return { ...state, view: { ...view, players } };
}

/** Whether several seats of a table are played at this device. */
export function isShared({ seats }: TableView): boolean {
  return seats.filter((seat) => seat.is_yours).length > 1;
}
