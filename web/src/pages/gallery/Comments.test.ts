import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Comment, CreationPage, OwnAccount } from "../../api/kinds";
import { person } from "../../core/http/person.svelte";
import Comments from "./Comments.svelte";

const COMMENT: Comment = {
  id: "c1",
  author: "Bob",
  text: "They dig.",
  at: 1,
  is_own: false,
  has_played: true,
  is_reported: false,
  removed_why: null,
};

function show(own: Partial<CreationPage["own"]>, comments: readonly Comment[] = []): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ comments, next: null }))));
  person.me = { is_guest: false } as OwnAccount;
  const nothing = {
    is_author: false,
    has_played: false,
    may_vote: false,
    is_liked: null,
    is_reported: false,
  };
  const page = { card: { id: "a1" }, own: { ...nothing, ...own } } as CreationPage;
  render(Comments, { page });
}

afterEach(() => {
  person.me = null;
  vi.unstubAllGlobals();
});

test("who made it can comment", () => {
  show({ is_author: true });
  expect(screen.getByLabelText("Your comment")).toBeInTheDocument();
});

test("who finished a game with it can comment, whichever version it was", () => {
  show({ has_played: true });
  expect(screen.getByLabelText("Your comment")).toBeInTheDocument();
});

test("who has not played with it learns when they can comment", () => {
  show({});
  expect(screen.queryByLabelText("Your comment")).toBeNull();
  expect(screen.getByText("You can comment once you have finished a game with it.")).toBeInTheDocument();
});

test("what one has reported is not reported again while nobody has decided", async () => {
  show({}, [COMMENT, { ...COMMENT, id: "c2", author: "Cy", is_reported: true }]);
  expect(await screen.findByRole("button", { name: "Report the comment by Bob" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Report the comment by Cy" })).toBeNull();
});

test("a comment of one's own goes only after a question", async () => {
  show({}, [{ ...COMMENT, is_own: true }]);
  await fireEvent.click(await screen.findByRole("button", { name: "Delete your comment" }));
  expect(screen.getByText("They dig.")).toBeInTheDocument();
  await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("button", { name: "Yes, delete my comment" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Delete your comment" }));
  await fireEvent.click(screen.getByRole("button", { name: "Yes, delete my comment" }));
  await vi.waitFor(() => expect(screen.queryByText("They dig.")).toBeNull());
});
