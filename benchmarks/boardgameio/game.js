'use strict';

/** A game as long as ours with little to compute: take one of 48 regions, eight times a turn. */

const REGIONS = 48;
const MOVES = 8;
const TURNS = 10;

const taking = {
  name: 'taking',
  setup: () => ({ owners: Array(REGIONS).fill(null), taken: 0 }),
  turn: { minMoves: MOVES, maxMoves: MOVES },
  moves: {
    take: ({ G, playerID }, region) => {
      G.owners[region] = playerID;
      G.taken += 1;
    },
  },
  endIf: ({ G, ctx }) => (G.taken >= MOVES * TURNS * ctx.numPlayers ? { taken: G.taken } : undefined),
};

module.exports = { REGIONS, taking };
