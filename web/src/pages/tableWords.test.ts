import { describe, expect, it } from "vitest";
import type { TableSettings, TableSummary } from "../api/kinds";
import { actionOf, agreementWords, peopleOf, statusOf, tableName } from "./tableWords";

const AGREEMENT: TableSettings = {
  players: 3,
  computers: [],
  map: "",
  options: "",
  content: [],
  position: "",
  clock: { kind: "none", seconds: 0, increment: 0 },
  is_open: false,
  is_rated: false,
  title: "",
};
const LISTED: TableSummary = {
  table: "abc",
  status: "running",
  players: 3,
  free: 0,
  title: "",
  is_rated: false,
  is_yours: true,
  is_your_turn: false,
  seats: [
    { name: "Ann", level: null, is_account: false },
    { name: "Bob", level: null, is_account: false },
    { name: "Bramlo", level: "hard", is_account: false },
  ],
  to_move: 1,
  game_turn: 2,
  game_turns: 10,
  changed_at: 0,
  is_show: false,
  is_practice: false,
  is_import: false,
  is_begun_elsewhere: false,
};

describe("what is said about a table", () => {
  it("names a table without a title by its players", () => {
    expect(tableName(LISTED)).toBe("Game for 3 players");
    expect(tableName({ ...LISTED, title: "Tuesday club" })).toBe("Tuesday club");
  });

  it("calls a show game so", () => {
    expect(tableName({ ...LISTED, is_show: true })).toBe("Show game");
  });

  it("names everybody, and the level of computers", () => {
    const free = { name: "", level: null, is_account: false };
    expect(peopleOf({ ...LISTED, seats: [...LISTED.seats, free] })).toBe("Ann · Bob · Bramlo (Hard)");
  });

  it("marks accounts", () => {
    const seats = LISTED.seats.map((seat) => ({ ...seat, is_account: seat.name === "Bob" }));
    expect(peopleOf({ ...LISTED, seats })).toBe("Ann · Bob ✓ · Bramlo (Hard)");
  });

  it("tells the level of a computer whose name was not stored", () => {
    expect(peopleOf({ ...LISTED, seats: [{ name: "", level: "easy", is_account: false }] })).toBe(
      "Computer (Easy)",
    );
  });

  it("says whose turn it is", () => {
    expect(statusOf({ ...LISTED, is_your_turn: true, to_move: 0 })).toBe("Your turn");
    expect(statusOf(LISTED)).toBe("Bob is to move");
    expect(statusOf({ ...LISTED, to_move: 2 })).toBe("Bramlo (Hard) is to move");
    expect(statusOf({ ...LISTED, status: "open", free: 1, to_move: null })).toBe("1 seat free");
  });

  it("calls somebody who is forgotten by the seat, which is not free", () => {
    const [ann, , computer] = LISTED.seats;
    const seats = [ann, { name: "", level: null, is_account: false }, computer].filter(
      (seat) => seat !== undefined,
    );
    expect(statusOf({ ...LISTED, seats })).toBe("Seat 2 is to move");
  });

  it("says nothing of who plays at a table of which the list does not know it yet", () => {
    const old = { ...LISTED, seats: [], to_move: null };
    expect([peopleOf(old), statusOf(old)]).toEqual(["", ""]);
    expect(statusOf({ ...old, is_your_turn: true })).toBe("Your turn");
  });

  it("offers what one can do there", () => {
    expect(actionOf(LISTED)).toBe("Continue");
    expect(actionOf({ ...LISTED, is_yours: false })).toBe("Watch");
    expect(actionOf({ ...LISTED, is_yours: false, status: "open" })).toBe("Sit down");
  });

  it("calls a map of one's own as its author does", () => {
    const box = { races: [], powers: [], maps: [{ id: "isle", name: "The Isle!" }] };
    expect(agreementWords({ ...AGREEMENT, map: "isle" }, box)).toContain("Map: The Isle!");
    expect(agreementWords({ ...AGREEMENT, map: "3-players" }, box)).toContain("Map: The map for 3 players");
  });

  it("names own races and powers, and nothing of the box", () => {
    const races = [
      { name: "Orcs", is_own: false },
      { name: "Tunnel Moles", is_own: true },
    ];
    const box = { races, powers: [{ name: "Lucky", is_own: true }], maps: [] };
    expect(agreementWords(AGREEMENT, box)).toContain("Own races and powers: Tunnel Moles, Lucky");
  });

  it("tells all that was agreed on", () => {
    const words = agreementWords({
      ...AGREEMENT,
      clock: { kind: "bank", seconds: 600, increment: 20 },
      options: "open_coins left_out=orcs,diplomat first_player=P2",
      is_rated: true,
    });
    expect(words).toEqual([
      "3 players",
      "10 minutes for the game, and 20 seconds more with each turn",
      "Only for invited players",
      "Rated",
      "Open coins",
      "Left out: Orcs, Diplomat",
      "Seat 2 begins",
    ]);
  });
});
