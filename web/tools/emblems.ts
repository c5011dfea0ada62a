/** Takes the emblems of races, powers and screens out of the icon package, as sheets of symbols. */
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

/** The same for the emblems that people may choose for their own races and powers; the server reads this file, too. */
const OWN_EMBLEMS = JSON.parse(
  readFileSync(join(WEB, "../src/elbowroom/content/base/emblems.json"), "utf8"),
) as Record<string, string>;

const source = join(WEB, "node_modules/@iconify-json/game-icons/icons.json");
const set = JSON.parse(readFileSync(source, "utf8")) as Icons;
/** Which numbers of an arc are flags: one letter each, without a gap to what follows. */
const ARC_NUMBERS = 7;
const FLAGS = [3, 4];

/** Emblems are drawn on 512 units and seen on 50 pixels: whole units are exact enough. */
function rounded(body: string): string {
  return body.replace(/ d="([^"]*)"/g, (_, path: string) => ` d="${roundedPath(path)}"`);
}

function roundedPath(path: string): string {
  return path.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, command: string, numbers: string) => {
    const isArc = command.toLowerCase() === "a";
    return command + numbersIn(numbers, isArc).join(" ").replaceAll(" -", "-");
  });
}

function numbersIn(text: string, isArc: boolean): number[] {
  const numbers: number[] = [];
  for (let rest = text.replace(/^[\s,]+/, ""); rest !== ""; rest = rest.replace(/^[\s,]+/, "")) {
    const isFlag = isArc && FLAGS.includes(numbers.length % ARC_NUMBERS);
    const [number] = (isFlag ? /^[01]/ : /^[-+]?(\d+\.?\d*|\.\d+)/).exec(rest) ?? [];
    if (number === undefined) throw new Error(`This is no path: ${text}`);
    numbers.push(isFlag ? Number(number) : Math.round(Number(number)));
    rest = rest.slice(number.length);
  }
  return numbers;
}

function writeSheet(file: string, prefix: string, icons: Record<string, string>): void {
  const symbols = Object.entries(icons).map(([id, name]) => {
    const icon = set.icons[name];
    if (icon === undefined) throw new Error(`There is no icon called ${name}`);
    const [width, height] = [icon.width ?? set.width ?? 512, icon.height ?? set.height ?? 512];
    return `<symbol id="${prefix}${id}" viewBox="0 0 ${width} ${height}">${rounded(icon.body)}</symbol>`;
  });
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">${symbols.join("")}</svg>\n`;
  writeFileSync(join(WEB, "src/core", file), sheet);
}

writeSheet("emblems.svg", "emblem-", EMBLEMS);
writeSheet("ownEmblems.svg", "own-emblem-", OWN_EMBLEMS);
