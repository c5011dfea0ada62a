/** What test games showed of a creation, in the sentences that the server chose. */
import type { BalanceAmount, BalanceSentence, Estimate } from "../../api/kinds";
import { decimal, signedDecimal } from "../../words/formats";
import { percent } from "../../words/phrases";
import { told } from "../../words/words";

const WRITE: Readonly<Record<BalanceAmount["form"], (value: number) => string>> = {
  decimal,
  percent,
  signed: signedDecimal,
};

/** A sentence in the language that is spoken. */
export function said({ key, params }: BalanceSentence): string {
  const written = Object.entries(params ?? {}).map(([name, value]) => [
    name,
    typeof value === "object" ? WRITE[value.form](value.value) : value,
  ]);
  return told(key, Object.fromEntries(written) as Record<string, string | number>) ?? key;
}

/** The ends of an interval; without one, the estimate itself. */
export function endsOf({ mean, low, high }: Estimate): [number, number] {
  return [low ?? mean, high ?? mean];
}
