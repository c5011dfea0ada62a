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
      "hills",
      "hobbit-door",
      "orc-head",
      "peace-dove",
      "person",
      "rat",
      "robber",
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
      "beer-stein",
      "castle",
      "cauldron",
      "dragon-head",
      "feathered-wing",
      "ghost",
      "laurel-crown",
      "medal",
      "pine-tree",
      "spears",
      "trade",
      "triton-head",
      "visored-helm",
    ],
  },
  { name: "Skoll", folder: "skoll", icons: ["balaclava", "mounted-knight", "skeleton", "troll"] },
];

export function addressOf(artist: Artist, icon: string): string {
  return `https://game-icons.net/1x1/${artist.folder}/${icon}.html`;
}
