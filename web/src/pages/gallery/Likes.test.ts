import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import type { CreationPage, OwnAccount } from "../../api/kinds";
import { person } from "../../core/http/person.svelte";
import Likes from "./Likes.svelte";

function show(hasPlayed: boolean, isGuest: boolean, mayVote = hasPlayed): void {
  person.me = { is_guest: isGuest } as OwnAccount;
  const page = {
    card: { id: "a1", likes: 0, votes: 0 },
    own: {
      is_author: false,
      has_played: hasPlayed,
      may_vote: mayVote,
      is_liked: null,
      is_reported: false,
    },
  } as CreationPage;
  render(Likes, { page, onchange: () => Promise.resolve() });
}

afterEach(() => {
  person.me = null;
});

test("who has an account and played with it can vote", () => {
  show(true, false);
  expect(screen.getAllByRole("button")).toHaveLength(2);
});

test("a guest who played with it learns that an account is needed, and finds none of the buttons", () => {
  show(true, true);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText(/To vote you need an account/)).toBeInTheDocument();
  expect(screen.getByRole("link")).toHaveAttribute("href", "/account");
});

test("who has played only with an earlier version learns that votes are about the newest one", () => {
  show(true, false, false);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText(/once you have finished a game with the newest version/)).toBeInTheDocument();
});

test("who has not played with it learns when they can vote", () => {
  show(false, false);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText(/once you have finished a game/)).toBeInTheDocument();
});
