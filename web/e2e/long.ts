/** Whether the long versions are wanted (`make browser-test-all`): whole games, every size in every theme. */
export const IS_LONG = process.env["LONG"] === "1";

/** A game for two of which half is left, or a whole one in the long version. */
export const HALF_GAME = IS_LONG ? {} : { position: "map 2-players\nplayers Ann Bob\ngame-turn 6" };
