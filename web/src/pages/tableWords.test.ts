import { describe, expect, it } from "vitest";
import type { Agreement, Listed, SeatView, TableView } from "../api/kinds";
import { actionOf, agreementWords, peopleOf, statusOf, tableName } from "./tableWords";

const AGREEMENT: Agreement = {
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
const LISTED: Listed = {
  table: "abc",
  status: "running",
  players: 3,
  free: 0,
  title: "",
  is_rated: false,
  is_yours: true,
  changed_at: 0,
};

function seat(name: string, more: Partial<SeatView> = {}): SeatView {
  return { name, level: null, is_taken: true, is_taken_over: false, is_yours: false, nonce: "", ...more };
}

function view(seats: SeatView[], to_move: number | null): TableView {
  return { status: "running", seats, to_move } as TableView;
}

describe("what is said about a table", () => {
  it("names a table without a title by its players", () => {
    expect(tableName(LISTED)).toBe("Game for 3 players");
    expect(tableName({ ...LISTED, title: "Tuesday club" })).toBe("Tuesday club");
  });

  it("names people and counts computers", () => {
    const computer = seat("", { level: "hard" });
    expect(peopleOf(view([seat("Ann"), computer, computer], 0))).toBe("Ann · 2 computers");
  });

  it("says whose turn it is", () => {
    const seats = [seat("Ann", { is_yours: true }), seat("Bob")];
    expect(statusOf(LISTED, view(seats, 0))).toBe("Your turn");
    expect(statusOf(LISTED, view(seats, 1))).toBe("Bob is to move");
    expect(statusOf({ ...LISTED, status: "open", free: 1 }, null)).toBe("1 seat free");
  });

  it("offers what one can do there", () => {
    expect(actionOf(LISTED)).toBe("Continue");
    expect(actionOf({ ...LISTED, is_yours: false })).toBe("Watch");
    expect(actionOf({ ...LISTED, is_yours: false, status: "open" })).toBe("Sit down");
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
