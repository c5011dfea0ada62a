/** A sum as coins of the box, the largest first. */
const COINS = [10, 5, 3, 1] as const;

export type CoinValue = (typeof COINS)[number];

export function change(sum: number): CoinValue[] {
  const coins: CoinValue[] = [];
  let left = sum;
  for (const coin of COINS) {
    for (; left >= coin; left -= coin) coins.push(coin);
  }
  return coins;
}
