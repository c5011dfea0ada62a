/** Numbers of the explorer in words. */
import type { Spread } from "../api/kinds";
import { signedDecimal } from "../words/formats";
import { percent } from "../words/phrases";
import { m } from "../words/words";

/** An estimate and its interval, both as they are written. */
export interface Written {
  mean: string;
  interval: string;
}

export function writtenCoins({ mean, low, high }: Spread): Written {
  return {
    mean: signedDecimal(mean),
    interval: m.web_explore_interval({ low: signedDecimal(low), high: signedDecimal(high) }),
  };
}

/** The same where nothing else says that it is coins. */
export function countedCoins(spread: Spread): Written {
  return { ...writtenCoins(spread), mean: m.web_explore_coins({ coins: signedDecimal(spread.mean) }) };
}

export function writtenShare({ mean, low, high }: Spread): Written {
  return {
    mean: percent(mean),
    interval: m.web_explore_interval({ low: percent(low), high: percent(high) }),
  };
}
