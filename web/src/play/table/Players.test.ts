import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { player, race, scene, seat, view } from "../../testing/scene";
import Players from "./Players.svelte";

const SEATS = [seat("Ann", { is_yours: true }), seat("Bob")];
const GAME = view({
  first_player: 1,
  to_move: 0,
  peace: [[1, 0]],
  players: [
    player(0, { coins: 14, active: race("orcs", [1, 2], { hand: 3 }) }),
    player(1, { declined: [race("elves", [3], { in_decline: true, power: null })] }),
  ],
});

function cards(seats = SEATS, presence: boolean[] | null = null, own = [0]): HTMLElement[] {
  render(Players, {
    scene: scene(GAME, seats),
    own,
    presence: presence === null ? null : { type: "presence", seats: presence, watching: 0 },
  });
  return [...document.querySelectorAll<HTMLElement>("[data-hand]")];
}

test("a player is told with races, regions, tokens in hand and coins", () => {
  const [ann, bob] = cards();
  expect(ann).toHaveTextContent(/Ann.*14 victory coins.*Flying Orcs.*2 regions.*3 tokens in hand/);
  expect(bob).toHaveTextContent(/Bob.*Elves, in decline.*1 region/);
});

test("coins that one may not see stay in the purse", () => {
  expect(cards()[1]).toHaveTextContent("Coins hidden");
});

test("it is clear whose turn it is and who was first", () => {
  const [ann, bob] = cards();
  expect(ann).toHaveTextContent("your turn");
  expect(bob).not.toHaveTextContent("turn");
  expect(bob).toHaveTextContent("First player");
});

test("in a replay it is nobody's own turn", () => {
  const [ann] = cards(SEATS, null, []);
  expect(ann).toHaveTextContent("to move");
  expect(ann).not.toHaveTextContent("your turn");
});

test("a peace is told to the one who is spared it by", () => {
  const [ann, bob] = cards();
  expect(ann).toHaveTextContent("Peace with Bob");
  expect(bob).not.toHaveTextContent("Peace");
});

test("who is there and for whom a computer plays is told in words", () => {
  const [ann, bob] = cards([SEATS[0] ?? seat("Ann"), seat("Bob", { is_taken_over: true })], [true, false]);
  expect(ann).toHaveTextContent("Connected");
  expect(bob).toHaveTextContent(/Not connected.*A computer plays for Bob/);
});

test("the players are a list with a heading", () => {
  cards();
  expect(screen.getByRole("region", { name: "Players" })).toContainElement(
    screen.getAllByRole("list")[0] ?? null,
  );
});
