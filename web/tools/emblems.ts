/** Takes the emblems of races, powers and screens out of the icon package, as one sheet of symbols. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

type Icons = {
  icons: Record<string, { body: string; width?: number; height?: number }>;
  width?: number;
  height?: number;
};

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The id of each emblem, and the icon of Game-icons.net (CC BY 3.0) that it is. */
const EMBLEMS: Record<string, string> = {
  amazons: "spears",
  dwarves: "dwarf-face",
  elves: "woman-elf-face",
  ghouls: "shambling-zombie",
  giants: "giant",
  halflings: "hobbit-door",
  humans: "visored-helm",
  orcs: "orc-head",
  ratmen: "rat",
  skeletons: "skeleton",
  sorcerers: "warlock-hood",
  tritons: "triton-head",
  trolls: "troll",
  wizards: "wizard-face",
  alchemist: "cauldron",
  berserk: "enrage",
  bivouacking: "camping-tent",
  commando: "balaclava",
  diplomat: "peace-dove",
  dragon_master: "dragon-head",
  flying: "feathered-wing",
  forest: "pine-tree",
  fortified: "castle",
  heroic: "laurel-crown",
  hill: "hills",
  merchant: "trade",
  mounted: "mounted-knight",
  pillaging: "robber",
  seafaring: "sailboat",
  spirit: "ghost",
  stout: "beer-stein",
  swamp: "swamp",
  underworld: "cave-entrance",
  wealthy: "coins-pile",
  own_race: "person",
  own_power: "medal",
};

const source = join(WEB, "node_modules/@iconify-json/game-icons/icons.json");
const set = JSON.parse(readFileSync(source, "utf8")) as Icons;
/** Emblems are drawn on 512 units and seen on 50 pixels: a tenth of a unit is exact enough. */
function rounded(body: string): string {
  // The flags of an arc may stand before a number without a gap.
  if (/d="[^"]*[aA]/.test(body)) return body;
  return body.replace(/\d*\.\d\d+/g, (number, at: number) => {
    const gap = /\d/.test(body[at - 1] ?? "") ? " " : "";
    return `${gap}${Math.round(Number(number) * 10) / 10}`;
  });
}

const symbols = Object.entries(EMBLEMS).map(([id, name]) => {
  const icon = set.icons[name];
  if (icon === undefined) throw new Error(`There is no icon called ${name}`);
  const [width, height] = [icon.width ?? set.width ?? 512, icon.height ?? set.height ?? 512];
  return `<symbol id="emblem-${id}" viewBox="0 0 ${width} ${height}">${rounded(icon.body)}</symbol>`;
});
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">${symbols.join("")}</svg>\n`;
writeFileSync(join(WEB, "src/core/emblems.svg"), sheet);
