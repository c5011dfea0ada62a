/** What test games showed of a race or special power, in the sentences of the balance report. */
import type { BalanceRow, Estimate } from "../../api/kinds";
import { decimal, signedDecimal } from "../../words/formats";
import { percent } from "../../words/phrases";
import { m } from "../../words/words";

/** A number of tokens is not told if its interval is wider than this. */
const MAX_TOKENS_WIDTH = 4;
/** The worth of one token does not tell what more tokens than this would do. */
const MAX_AT_LEAST = 3;

/** Too strong or too weak, by how many tokens; or that this cannot be told yet. */
export function verdictSentence({ verdict, tokens_too_many: tokens }: BalanceRow): string {
  if (verdict === "unknown") return m.balance_unknown();
  if (tokens === null) return m.balance_amount_unknown({ verdict });
  const [low, high] = endsOf(tokens);
  if (verdict === "balanced")
    return m.balance_balanced({
      tokens: signedDecimal(tokens.mean),
      low: signedDecimal(low),
      high: signedDecimal(high),
    });
  const [least = 0, most = 0] = [Math.abs(low), Math.abs(high)].sort((one, other) => one - other);
  if (most - least <= MAX_TOKENS_WIDTH) {
    const amount = { tokens: decimal(Math.abs(tokens.mean)), low: decimal(least), high: decimal(most) };
    return m.balance_about({ verdict, ...amount });
  }
  if (least < 1) return m.balance_amount_unknown({ verdict });
  return m.balance_at_least({ verdict, tokens: Math.min(Math.floor(least), MAX_AT_LEAST) });
}

/** What the verdict rests on. */
export function testSentences(row: BalanceRow): string[] {
  return [deals(row), coins(row), wins(row), picks(row), ...soundness(row)];
}

/** Whether games end, and whether a rule of the program was broken. */
export function soundness(
  row: Pick<BalanceRow, "unfinished_games" | "violations" | "checked_games">,
): string[] {
  const sentences = [];
  if (row.unfinished_games > 0) sentences.push(m.balance_unfinished({ games: row.unfinished_games }));
  if (row.violations > 0) sentences.push(m.balance_broken({ games: row.violations }));
  else if (row.checked_games > 0) sentences.push(m.balance_checked({ games: row.checked_games }));
  return sentences;
}

/** The ends of an interval; without one, the estimate itself. */
export function endsOf({ mean, low, high }: Estimate): [number, number] {
  return [low ?? mean, high ?? mean];
}

function deals({ deals, games }: BalanceRow): string {
  return m.balance_deals({ deals, games: Math.floor(games / Math.max(deals, 1)) });
}

function coins({ coins: { own, box, difference } }: BalanceRow): string {
  const [low, high] = endsOf(difference);
  return m.balance_coins({
    coins: decimal(own.mean),
    box_coins: decimal(box.mean),
    difference: signedDecimal(difference.mean),
    low: signedDecimal(low),
    high: signedDecimal(high),
  });
}

function wins({ wins: { own, box } }: BalanceRow): string {
  const [low, high] = endsOf(own);
  return m.balance_wins({
    share: percent(own.mean),
    low: percent(low),
    high: percent(high),
    box_share: percent(box.mean),
  });
}

function picks({ free_picks: { per_game, price, box_per_game, box_price } }: BalanceRow): string {
  const boxPicks = decimal(box_per_game);
  if (price === null || box_price === null) return m.balance_never_picked({ box_picks: boxPicks });
  return m.balance_picks({
    picks: decimal(per_game.mean),
    box_picks: boxPicks,
    price: decimal(price.mean),
    box_price: decimal(box_price),
  });
}
