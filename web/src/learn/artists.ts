/** Who drew the emblems: the icons of Game-icons.net that `tools/emblems.ts` takes, by artist. */

export interface Artist {
  name: string;
  /** The folder of the artist at Game-icons.net. */
  folder: string;
  icons: readonly string[];
}

export const ARTISTS: readonly Artist[] = [
  {
    name: "Delapouite",
    folder: "delapouite",
    icons: [
      "camping-tent",
      "cave-entrance",
      "coins-pile",
      "dwarf-face",
      "enrage",
      "giant",
      "goblin-head",
      "hills",
      "hobbit-door",
      "orc-head",
      "peace-dove",
      "penguin",
      "person",
      "rat",
      "robber",
      "round-star",
      "sailboat",
      "shambling-zombie",
      "swamp",
      "warlock-hood",
      "wizard-face",
      "woman-elf-face",
    ],
  },
  {
    name: "Lorc",
    folder: "lorc",
    icons: [
      "anchor",
      "anvil",
      "axe-in-stump",
      "bee",
      "beer-stein",
      "book-cover",
      "butterfly",
      "castle",
      "cat",
      "cauldron",
      "clover",
      "crystal-growth",
      "dragon-head",
      "feather",
      "feathered-wing",
      "fox-head",
      "frog",
      "ghost",
      "laurel-crown",
      "medal",
      "moon",
      "mushroom",
      "octopus",
      "pine-tree",
      "raven",
      "snake",
      "spears",
      "trade",
      "triton-head",
      "visored-helm",
      "wolf-head",
    ],
  },
  { name: "Skoll", folder: "skoll", icons: ["balaclava", "bat", "mounted-knight", "skeleton", "troll"] },
  { name: "Caro Asercion", folder: "caro-asercion", icons: ["boar"] },
  { name: "Carl Olsen", folder: "carl-olsen", icons: ["flame"] },
];

export function addressOf(artist: Artist, icon: string): string {
  return `https://game-icons.net/1x1/${artist.folder}/${icon}.html`;
}
