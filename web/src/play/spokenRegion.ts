/** What a region is called by those who hear the board instead of seeing it. */
import type { Box } from "../api/kinds";
import type { Target } from "../board/marks";
import type { Named } from "../board/occupants";
import { markerName, markerWords } from "../words/markers";
import { groundName, raceWords } from "../words/names";
import { regionTitle } from "../words/regions";
import { m } from "../words/words";

/** As sentences of the board take it. */
export function hundredths(chance: number): number {
  return Math.round(chance * 100);
}

export function spokenRegion(named: Named): string {
  const { region, box, target } = named;
  const ground = groundName(
    box.maps.find((map) => map.id === named.map),
    region.number,
  );
  const parts = [m.web_board_region({ region: regionTitle(named.map, region), ground })];
  const standing = standingName(named, box);
  if (standing !== null) parts.push(standing);
  if (target !== null) parts.push(targetName(target));
  if (named.isChosen) parts.push(m.web_board_chosen());
  if (named.isSending) parts.push(m.web_board_sending());
  return parts.reduceRight((rest, first) => m.web_board_also({ first, rest }));
}

function standingName({ region, player, tokens, markers }: Named, box: Box): string | null {
  const pieces = Object.entries(markers)
    .filter(([, count]) => count > 0)
    .map(([marker, count]) =>
      count > 1 ? m.web_board_marker_several({ ...markerWords(marker), count }) : markerName(marker),
    );
  if (region.lost_tribe) pieces.unshift(m.web_board_tribe());
  if (region.race !== null && region.owner !== null) {
    const held = { player, tokens, ...raceWords(region.race, box, tokens) };
    pieces.unshift(region.in_decline ? m.web_board_held_declined(held) : m.web_board_held(held));
  }
  if (pieces.length === 0) return null;
  return pieces.reduce((what, more) => m.web_board_with({ what, more }));
}

function targetName({ price, chance, tone }: Target): string {
  if (price !== null && chance !== null) return m.web_board_risk({ price, chance: hundredths(chance) });
  if (price !== null) return tone === "own" ? m.web_board_own_costs({ price }) : m.web_board_costs({ price });
  if (tone === "abandon") return m.web_board_can_be_abandoned();
  return tone === "leave" ? m.web_board_can_be_left() : m.web_board_can_be_chosen();
}
