/** What is said of a creation in short. */
import type { BalanceTestSummary, CreationCard } from "../../api/kinds";
import { listed } from "../../words/phrases";
import { m, told } from "../../words/words";

export const kindName = (kind: string): string => told(`web_gallery_kind_${kind}`) ?? kind;

/** Who has played it, who likes it, and what test games showed. */
export function factsOf({ games, likes, votes, test }: CreationCard): string[] {
  const facts = [];
  if (games > 0) facts.push(m.web_gallery_games({ count: games }));
  if (votes > 0) facts.push(m.web_gallery_likes({ likes, votes }));
  const verdict = verdictOf(test);
  if (verdict !== null) facts.push(verdict);
  return facts;
}

/** For how many players it is: all that it has in mind, unless that is any number. */
export function playersOf({ players }: CreationCard, most: number): string {
  if (players.length === 0 || players.length >= most) return "";
  const last = players.at(-1) ?? 0;
  const others = players.slice(0, -1).map(String);
  return others.length === 0
    ? m.web_agreed_players({ players: last })
    : `${m.web_new_players()}: ${listed([...others, String(last)])}`;
}

/** What test games showed; null if they showed nothing yet. */
export function verdictOf(test: BalanceTestSummary | null): string | null {
  return test?.verdict == null ? null : told(`web_gallery_verdict_${test.verdict}`);
}
