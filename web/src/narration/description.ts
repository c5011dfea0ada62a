/** The table in words: regions, what they cost and why, combos, players, the score. No word of it is decided here. */
import type { Box, ComboView, Cost, PlayerView, RaceView, RegionView, Score, TableView } from "../api/kinds";
import { listed, percent } from "../words/phrases";
import type { Context } from "./context";
import { markerWords } from "../words/markers";
import { comboWords, groundName, pieceText, powerTitle, raceTitle, raceWords } from "../words/names";
import { refusalText } from "../words/refusals";
import { regionName, regionTitle } from "../words/regions";
import { costName, payersText } from "../words/sources";
import { m, told } from "../words/words";

/** How a region is written in actions. */
export function labelOf({ view }: Context, region: number): string {
  return view.regions[region - 1]?.label ?? String(region);
}

/** What a region is called in a sentence. */
export function regionIn(context: Context, region: number): string {
  return regionName(context.view.map, { number: region, label: labelOf(context, region) });
}

/** The same where a sentence or a title begins. */
export function regionFirst(context: Context, region: number): string {
  return regionTitle(context.view.map, { number: region, label: labelOf(context, region) });
}

const regionsIn = (context: Context, regions: readonly number[]): string =>
  listed(regions.map((region) => regionIn(context, region)));

/** A region with what it is. */
export function regionHeading(context: Context, region: RegionView): string {
  return m.web_text_region({
    region: regionFirst(context, region.number),
    ground: kindOf(context, region),
  });
}

/** Who stands in a region, and with what. */
export function standingLines({ names, box }: Context, region: RegionView): string[] {
  const { owner, race, tokens, in_decline, lost_tribe, markers } = region;
  const lines: string[] = [];
  if (owner !== null && race !== null) {
    const held = { player: names[owner] ?? "", tokens, ...raceWords(race, box, tokens) };
    lines.push(in_decline ? m.web_text_held_declined(held) : m.web_text_held(held));
  }
  if (lost_tribe) lines.push(m.web_text_tribe());
  for (const [name, count] of Object.entries(markers)) {
    if (count === 0) continue;
    const marker = markerWords(name);
    lines.push(count === 1 ? m.web_text_marker(marker) : m.web_text_markers({ ...marker, count }));
  }
  return lines.length > 0 ? lines : [m.web_text_empty()];
}

export function neighbourLine(context: Context, region: number): string {
  const near = groundOf(context, region)?.neighbors ?? [];
  return near.length === 0 ? "" : m.web_text_next_to({ regions: regionsIn(context, near) });
}

/** A region in one line, as a person would say it. */
export function regionLine(context: Context, region: RegionView): string {
  const title = `${regionHeading(context, region)}.`;
  return [title, ...standingLines(context, region), neighbourLine(context, region.number)].join(" ").trim();
}

/** Whether a price means anything: water that nobody can cross has none. */
export function hasPrice({ parts, reasons }: Cost): boolean {
  return parts.length > 0 && !reasons.some(({ code }) => code === "water");
}

/** What a region costs, part by part, and whether or why not it can be taken. */
export function costLines(context: Context, cost: Cost): string[] {
  const lines: string[] = [];
  if (hasPrice(cost)) {
    const parts = cost.parts.map(({ name, amount }) =>
      m.web_text_cost_part({ part: costName(name, context.box), amount }),
    );
    lines.push(m.web_text_cost({ total: cost.total, parts: parts.join(", ") }));
  }
  lines.push(...cost.reasons.map((reason) => reasonText(context, reason)));
  if (cost.chance != null) lines.push(m.web_text_cost_die({ chance: percent(cost.chance) }));
  else if (cost.reasons.length === 0) lines.push(m.web_text_cost_enough());
  return lines;
}

/** Why a region cannot be taken. */
export function reasonText(context: Context, { code, params = {} }: Cost["reasons"][number]): string {
  const { player } = params;
  const named = typeof player === "number" ? { ...params, player: context.names[player - 1] } : params;
  return refusalText(code, named) ?? code;
}

/** What the turn would score now, race by race. */
export function scoreLines(context: Context, score: Score): string[] {
  const races = [...new Set(score.parts.map((part) => part.race))];
  const lines = races.map((race) => {
    const parts = score.parts.filter((part) => part.race === race);
    const sources = payersText(parts, context.box);
    return m.web_text_score_race({ ...raceWords(race, context.box), sources });
  });
  const loss = givenUpText(score.gives_up);
  return [m.web_text_score({ coins: score.total }), ...lines, ...(loss === null ? [] : [loss])];
}

/** That regions must be given up, as tokens that only attack leave; null if none must. */
export function givenUpText(count: number): string | null {
  return count > 0 ? m.web_play_gives_up({ count }) : null;
}

/** What a combo of the column brings and costs. */
export function comboFacts(combo: ComboView): string[] {
  const { tokens, price, coins } = combo;
  const facts = [m.web_text_combo_tokens({ tokens })];
  facts.push(price === 0 ? m.web_text_combo_free() : m.web_text_combo_price({ coins: price }));
  if (coins > 0) facts.push(m.web_text_combo_coins({ coins }));
  return facts;
}

export function comboLine(context: Context, combo: ComboView, slot: number): string {
  const { power, race, tokens } = combo;
  const [, ...others] = comboFacts(combo);
  const line = m.web_text_combo({ place: slot + 1, ...comboWords(power, race, context.box), tokens });
  return [line, ...others].join(" ");
}

/** What a race and a power can do, each under its name. */
export function comboRules(box: Box, race: string, power: string | null): string[] {
  return [...(power === null ? [] : ruleLines(box, power)), ...ruleLines(box, race)];
}

export function ruleLines(box: Box, id: string): string[] {
  for (const [kind, pieces] of [["race", box.races] as const, ["power", box.powers] as const]) {
    const piece = pieces.find((each) => each.id === id);
    if (piece === undefined) continue;
    const name = kind === "race" ? raceTitle(id, box) : powerTitle(id, box);
    return [m.web_text_rule({ name, text: pieceText(piece, kind).join(" ") })];
  }
  return [];
}

/** A player: who it is, coins if they may be seen, and each of the races. */
export function playerLines(context: Context, table: TableView, player: PlayerView): string[] {
  const seat = table.seats[player.seat];
  const lines: string[] = [];
  if (seat?.level != null) {
    lines.push(m.web_text_player_computer({ level: told(`web_level_${seat.level}`) ?? seat.level }));
  }
  if (seat?.is_account === true) lines.push(m.web_text_player_account());
  if (seat?.is_taken_over === true) lines.push(m.web_text_player_taken_over());
  if (context.view.to_move === player.seat) lines.push(m.web_text_player_to_move());
  lines.push(player.coins === null ? m.web_text_coins_hidden() : m.web_text_coins({ coins: player.coins }));
  lines.push(...(player.active === null ? [m.web_text_no_race()] : raceLines(context, player.active)));
  for (const race of player.declined) lines.push(...raceLines(context, race));
  for (const [ally, spared] of context.view.peace) {
    if (spared !== player.seat) continue;
    lines.push(m.web_text_peace({ player: context.names[spared] ?? "", ally: context.names[ally] ?? "" }));
  }
  return lines;
}

export function playerTitle(context: Context, table: TableView, player: PlayerView): string {
  const name = context.names[player.seat] ?? player.name;
  return table.seats[player.seat]?.is_yours === true ? m.web_text_player_you({ player: name }) : name;
}

export function rankingLines(context: Context, table: TableView): string[] {
  return (table.ranking ?? []).map(({ place, seat, coins, tokens }) =>
    m.web_text_place({ place, player: context.names[seat] ?? "", coins, tokens }),
  );
}

function raceLines(context: Context, race: RaceView): string[] {
  const params = {
    ...comboWords(race.power, race.race, context.box),
    count: race.regions.length,
    hand: race.hand,
  };
  const lines = [race.in_decline ? m.web_text_race_declined(params) : m.web_text_race(params)];
  if (race.regions.length > 0)
    lines.push(m.web_text_race_regions({ regions: regionsIn(context, race.regions) }));
  if (race.withdrawn > 0) lines.push(m.web_text_race_withdrawn({ count: race.withdrawn }));
  return lines;
}

function groundOf({ box, view }: Context, region: number) {
  return box.maps.find((map) => map.id === view.map)?.regions[region - 1];
}

function kindOf(context: Context, region: RegionView): string {
  const { box, view } = context;
  const ground = groundOf(context, region.number);
  const kinds = [
    groundName(
      box.maps.find((map) => map.id === view.map),
      region.number,
    ),
  ];
  if (ground?.is_border === true) kinds.push(m.web_text_border());
  if (ground?.is_coastal === true) kinds.push(m.web_text_coastal());
  return kinds.join(", ");
}
