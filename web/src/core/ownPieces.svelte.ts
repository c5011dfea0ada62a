/**
 * What own races and powers look like: a part of a page that shows a table says what the table plays with, and every
 * piece drawn in it asks there for the colour and the emblem that its author chose.
 */
import { getContext, setContext } from "svelte";
import type { Box, Piece } from "../api/kinds";
import { art } from "./art.svelte";

type BoxHere = () => Box | null;

const KEY = Symbol("box");
const NOTHING: BoxHere = () => null;

/** Show pieces as this box has them, in a component and all that is inside it; to be called when it is made. */
export function showOwnPieces(box: BoxHere): void {
  setContext(KEY, box);
  $effect(() => {
    const { races = [], powers = [] } = box() ?? {};
    // Without its symbols an emblem is only less to see.
    if ([...races, ...powers].some((piece) => piece.emblem)) art.loadOwnEmblems().catch(() => undefined);
  });
}

/** Finds an own race or power of the part of the page in which a component is made; undefined for those of the box. */
export function ownPiecesHere(): (kind: "race" | "power", id: string) => Piece | undefined {
  const box = getContext<BoxHere | undefined>(KEY) ?? NOTHING;
  return (kind, id) => {
    const { races = [], powers = [] } = box() ?? {};
    return (kind === "race" ? races : powers).find((piece) => piece.id === id && piece.is_own);
  };
}
