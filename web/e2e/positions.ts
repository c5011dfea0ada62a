/** Positions that show much at once: several races, in decline too, markers, treaties, coins on combos. */

export const MIDDLE: Record<number, string> = {
  2: `map 2-players
players Ann Bob
game-turn 4
first Ann
coins Ann 21, Bob 18
tribes 4 11 17 19
Ann Skeletons, in decline : 2 1, 6 1, 12 1
Ann Fortified Giants, 5 in hand : 9 2 + fortress, 10 2, 15 1 + fortress
Bob Elves, in decline : 18 1, 13 1
Bob Bivouacking Humans : 14 2 + encampment, 21 2 + 2 encampment, 20 1 + encampment, 22 2
turn Ann conquer, acted, non-empty 2`,
  5: `map 5-players
players Ann Bob Cleo Dan Eve
game-turn 5
first Ann
Ann Wizards, in decline : 28 1, 24 1, 29 1
Ann Heroic Giants, 5 in hand : 30 2, 37 2 + hero, 36 2
Bob Orcs, in decline : 2 1, 3 1, 4 1
Bob Berserk Trolls : 8 2 + lair, 9 2 + lair, 5 3 + lair
Cleo Ratmen, in decline : 11 1, 16 1, 23 1
Cleo Dragon Master Tritons : 26 2, 27 2 + dragon, 33 3
Dan Amazons, in decline : 12 1, 17 1
Dan Mounted Halflings : 13 2 + hole, 19 2 + hole, 18 3
Eve Dwarves, in decline : 41 1, 46 1
Eve Bivouacking Sorcerers : 31 2 + 2 encampment, 38 3, 39 2 + encampment
turn Ann conquer, acted`,
};

/** Ann picks among the longest names, with coins on some. */
export const LONG_NAMES = `map 2-players
players Ann Bob
column Dragon Master Ratmen | Bivouacking Skeletons 1 | Underworld Sorcerers | Seafaring Halflings 2 | Pillaging Amazons | Diplomat Tritons
turn Ann pick`;

/** A race of one's own with the decisions that nobody in the box has. */
export const OWN_MOVES = `[race.gnomes]
name = "Gnomes"
tokens = 6
tokens_in_box = 16
may = ["second wave", "strike"]
strike.tokens = 2
pay = { coins = 1, discount = 5 }
`;

/** Another player who is out of the way. */
export const GIANTS = "Bob Forest Giants : 20 3";

/** Ann is asked something, or will be after the end of the conquests. */
export const PROMPTED = {
  dragon: "map 2-players\nAnn Dragon Master Orcs, 4 in hand : 3 2, 4 1 <- to move\nBob Hill Giants : 9 5",
  substitute:
    "map 2-players\nAnn Hill Sorcerers, 2 in hand : 3 2, 4 1 <- to move\nBob Forest Giants : 9 1, 14 3",
  berserk: `map 2-players\nAnn Berserk Orcs, 4 in hand : 3 2 <- to move\n${GIANTS}`,
  attempt: `map 2-players\nAnn Hill Orcs, 1 in hand : 3 3, 4 3 <- to move\n${GIANTS}`,
  fortify: `map 2-players\nAnn Fortified Orcs : 3 2, 4 2\n${GIANTS}\nturn Ann conquer, acted`,
  encamp: `map 2-players\nAnn Bivouacking Orcs : 3 2, 4 2\n${GIANTS}\nturn Ann conquer, acted`,
  station: `map 2-players\nAnn Heroic Orcs : 3 2, 4 2, 5 1\n${GIANTS}\nturn Ann conquer, acted`,
  ally: `map 2-players\nAnn Diplomat Orcs : 3 2, 4 2\n${GIANTS}\nturn Ann conquer, acted`,
  retire: `map 2-players\nAnn Stout Orcs : 3 2, 4 2\n${GIANTS}\nturn Ann conquer, acted`,
  giveUp: `map 2-players\nAnn Hill Amazons : 3 1, 4 1, 5 1, 10 1, 11 1, 2 1\n${GIANTS}\nturn Ann conquer, acted`,
  withdraw:
    "map 2-players\nAnn Hill Elves, 2 withdrawn : 3 1, 4 1\nBob Forest Giants : 9 3\nturn Bob withdraw, race elves, left 2",
  reencamp:
    "map 2-players\nAnn Bivouacking Elves, 2 displaced : 3 1, 4 1\nBob Forest Giants : 9 3\nturn Bob reencamp, race elves, marker encampment, left 2",
  conquer: `map 2-players\nAnn Hill Orcs, 5 in hand : 3 2, 4 1 <- to move\n${GIANTS}`,
  ready: `map 2-players\nAnn Hill Orcs : 3 3, 4 3\n${GIANTS}\nturn Ann ready`,
  ownMoves: "map 2-players\nAnn Hill Gnomes, 4 in hand : 3 3, 4 1 <- to move\nBob Forest Giants : 9 5",
  ghouls: `map 2-players\nAnn Ghouls, in decline : 5 3, 10 2\nAnn Hill Orcs : 3 3, 4 3\n${GIANTS}\nturn Ann ready, race ghouls`,
} as const;
