/**
 * What pieces and places are called: by the catalogue, or by their author if they are not in the box. A name is written as in
 * a sentence; a title has a capital letter in every language, for labels and where a sentence begins.
 *
 * Races and combos can be inflected: `raceWords` and `comboWords` give all forms that a sentence of the language may ask for,
 * as `rules/piece_names.py` does.
 */
import type { Box, MapInfo, Piece, Sentence } from "../api/kinds";
import type { ByWords, ComboWords, CountedRaceWords, RaceWords } from "./compiled/keys";
import { pluralIn } from "./formats";
import { markerWords } from "./markers";
import { capital } from "./message";
import { language, told } from "./words";

export type { ComboWords, CountedRaceWords, RaceWords };

/** The form that stands in lists and most sentences, `Skeletons`: it is asked for by `{race}` alone. */
const PLURAL = "plural";
/** The form behind the number 1, and in Icelandic behind 21. */
const ONE = "one";
/** The form behind other numbers, in languages in which it is not the plural. */
const COUNTED = "counted";
/** Stands where the race will stand, so that one can tell what is before and behind it. */
const GAP = "\u0000";

type Forms = Readonly<Record<string, string>>;

/** What its author called a piece; null if it is in the box. */
function ownName(kind: "race" | "power", id: string, box?: Box): string | null {
  const piece = (kind === "race" ? box?.races : box?.powers)?.find((each) => each.id === id);
  return piece?.is_own === true ? piece.name : null;
}

/** A race in a form. */
function raceIn(form: string, race: string, box?: Box): string {
  const own = ownName("race", race, box);
  const known = own === null ? told(`race_${race}`, { form }) : null;
  return known ?? told("race_own", { name: own ?? race, form }) ?? race;
}

/** A race with its special power in a form; the race alone if the power is gone. `shown` may stand for the race. */
function comboIn(form: string, power: string | null, race: string, box?: Box, shown?: string): string {
  const name = raceIn(form, race, box);
  if (power === null) return shown ?? name;
  const isOwn = ownName("race", race, box) !== null || ownName("power", power, box) !== null;
  const params = { race: shown ?? name, form, seam: name.charAt(0).toLowerCase(), id: race };
  const joined = isOwn ? null : told(`power_${power}_with`, params);
  return joined ?? told("combo_own", { ...params, power: powerName(power, box) }) ?? params.race;
}

/** The forms that the language has besides the plural. */
const forms = (): string[] => (told("piece_forms") ?? "").split(" ");

/** A name in all forms that sentences may ask for: `race`, `race_one`, `race_dative`. */
function inForms(name: string, wanted: readonly string[], nameIn: (form: string) => string): Forms {
  const entries = wanted.map((form) => [`${name}_${form}`, nameIn(form)]);
  return { ...(Object.fromEntries(entries) as Forms), [name]: nameIn(PLURAL) };
}

/** Names that were put together, by their language and all that they depend on. */
const remembered = new Map<string, Forms>();

function once(what: string, make: () => Forms): Forms {
  const key = `${language()} ${what}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const made = make();
  // What is said before the words have come is said anew.
  if (told("combo_own") !== null) remembered.set(key, made);
  return made;
}

/**
 * A race as parameters of a sentence: `race`, every form of it that the language has, and its `id` to select by. With a
 * number there is `race_counted` too, the form behind that number.
 */
export function raceWords(race: string, box: Box | undefined, count: number): CountedRaceWords;
export function raceWords(race: string, box?: Box): RaceWords;
export function raceWords(race: string, box?: Box, count?: number): RaceWords {
  const category = count === undefined ? null : pluralIn(language())(count);
  const make = (): Forms => {
    const all = forms();
    const plural = all.includes(COUNTED) ? COUNTED : PLURAL;
    const counted =
      category === null ? {} : { race_counted: raceIn(category === ONE ? ONE : plural, race, box) };
    const others = all.filter((form) => form !== COUNTED);
    return { ...inForms("race", others, (form) => raceIn(form, race, box)), ...counted, id: race };
  };
  const own = ownName("race", race, box) ?? "";
  return once(`race ${race} ${category ?? ""} ${own}`, make) as unknown as RaceWords;
}

/** A second race of a sentence, that by which another is replaced: `by` and its forms. */
export function byWords(race: string, box?: Box): ByWords {
  const make = (): Forms =>
    inForms(
      "by",
      forms().filter((form) => form !== COUNTED),
      (form) => raceIn(form, race, box),
    );
  return once(`by ${race} ${ownName("race", race, box) ?? ""}`, make) as unknown as ByWords;
}

/** A combo as parameters of a sentence: `combo`, every form of it that the language has, and the `id` of its race. */
export function comboWords(power: string | null, race: string, box?: Box): ComboWords {
  const make = (): Forms => {
    const wanted = forms().filter((form) => form !== ONE && form !== COUNTED);
    return { ...inForms("combo", wanted, (form) => comboIn(form, power, race, box)), id: race };
  };
  const own = `${ownName("race", race, box) ?? ""}\n${(power === null ? null : ownName("power", power, box)) ?? ""}`;
  return once(`combo ${power ?? ""} ${race} ${own}`, make) as unknown as ComboWords;
}

export const raceName = (race: string, box?: Box): string => raceWords(race, box).race;

export const raceTitle = (race: string, box?: Box): string => capital(raceName(race, box));

export function powerName(power: string, box?: Box): string {
  return ownName("power", power, box) ?? told(`power_${power}`) ?? power;
}

export const powerTitle = (power: string, box?: Box): string => capital(powerName(power, box));

/** A race with its special power, as both are called together. */
export const comboName = (power: string | null, race: string, box?: Box): string =>
  comboWords(power, race, box).combo;

export const comboTitle = (power: string | null, race: string, box?: Box): string =>
  capital(comboName(power, race, box));

/** A line of a combo's name, and whether it is the race or what joins it. */
export interface ComboLine {
  kind: "race" | "power";
  text: string;
}

/** A combo in lines: the race in one of its own, and what its special power puts before or behind it. */
export function comboLines(power: string | null, race: string, box?: Box): ComboLine[] {
  const [before = "", after = ""] = comboIn(PLURAL, power, race, box, GAP).split(GAP);
  // Where a word goes on in the next line, it has a hyphen.
  const joined = /\p{L}$/u.test(before) ? `${before}-` : before.trim();
  const lines: ComboLine[] = [
    { kind: "power", text: joined },
    { kind: "race", text: raceName(race, box) },
    { kind: "power", text: after.trim() },
  ];
  return lines
    .filter(({ text }) => text !== "")
    .map((line, at) => (at === 0 ? { ...line, text: capital(line.text) } : line));
}

function terrainName(terrain: string): string {
  return told(`terrain_${terrain}`) ?? terrain;
}

function symbolName(symbol: string): string {
  return told(`symbol_${symbol}`) ?? symbol;
}

/** What a piece does, sentence by sentence: in our words, its author's, or made from its traits. */
export function pieceText(piece: Piece, kind: "race" | "power"): string[] {
  const written = writtenText(piece, kind);
  return written === null ? piece.traits.map(sentenceOf) : [written];
}

function writtenText(piece: Piece, kind: "race" | "power"): string | null {
  // What takes the place of a piece of the box has its id, but not its text.
  const ours = piece.is_own ? null : told(`${kind}_${piece.id}_text`);
  return ours ?? piece.text[language()] ?? piece.text["en"] ?? null;
}

/** Sentences of these keys say how a piece is set up, not what it does. */
const SETUP_KEYS: readonly string[] = ["tokens", "tokens_of", "tokens_in_box", "rulebook"];

/** What a piece does, in one short line; what is not in the box has none, and says it in its first ability. */
export function pieceEffect(kind: "race" | "power", id: string, box: Box): string | null {
  const piece = (kind === "race" ? box.races : box.powers).find((each) => each.id === id);
  const short = piece?.is_own === true ? null : told(`${kind}_${id}_effect`);
  if (short !== null) return short;
  if (piece === undefined) return null;
  const ability = piece.traits.find(({ key }) => !SETUP_KEYS.includes(key)) ?? piece.traits[0];
  return writtenText(piece, kind) ?? (ability === undefined ? null : sentenceOf(ability));
}

/** A sentence that came as a code with parameters. */
export function sentenceOf(sentence: Sentence): string {
  const params: Record<string, unknown> = { ...sentence.params };
  const { place, marker, race, placed, count } = params;
  if (typeof place === "string") params["place"] = placeName(place);
  if (typeof marker === "string") Object.assign(params, markerWords(marker));
  if (typeof race === "string") Object.assign(params, raceWords(race, undefined, Number(count)));
  if (typeof placed === "string")
    params["placed"] = told(`web_piece_placed_${placed.replaceAll(" ", "_")}`) ?? placed;
  return told(sentence.code, params) ?? sentence.code;
}

/** A word for a kind of region: a terrain, a symbol, or where it lies. */
export function placeName(place: string): string {
  return told(`terrain_${place}`) ?? told(`symbol_${place}`) ?? told(`place_${place}`) ?? place;
}

/** What a region is: its terrain and its symbols. */
export function groundName(map: MapInfo | undefined, region: number): string {
  const ground = map?.regions.find((each) => each.number === region);
  if (ground === undefined) return "";
  return [terrainName(ground.terrain), ...ground.symbols.map(symbolName)].join(", ");
}

export const groundTitle = (map: MapInfo | undefined, region: number): string =>
  capital(groundName(map, region));
