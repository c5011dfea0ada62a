/** What is wrong with a text, in words, with the line where it stands. */
import { Refusal } from "../../core/http/refusal";
import { detailsOf, refusalText, type Detail } from "../../words/refusals";
import { m } from "../../words/words";
import { lineOf } from "./entries";

export interface Problem {
  /** Counted from 1; null if it concerns the whole text. */
  line: number | null;
  text: string;
}

/** Everything that a refusal names; each with the nearest known word, if there is one. */
export function problemsOf(error: Error, text: string): Problem[] {
  if (!(error instanceof Refusal)) return [{ line: null, text: error.message }];
  const details = detailsOf(error.params);
  if (details === null) return [problemOf(error, text)];
  return details
    .map((detail) => problemOf(detail, text))
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

function problemOf({ code, params }: Detail, text: string): Problem {
  if (code === "content_not_toml") return notToml(String(params["cause"]));
  const line = lineIn(params, text);
  const file = line === null ? m.web_workshop_your_text() : m.web_workshop_line({ line });
  const shown = Object.fromEntries(
    Object.entries({ ...params, file }).map(([key, value]) => [key, shownValue(value)]),
  );
  return { line, text: refusalText(code, shown) ?? code };
}

/** The reader names the place in English only; where it is says enough. */
function notToml(cause: string): Problem {
  const line = /line (\d+)/.exec(cause)?.[1];
  return line === undefined
    ? { line: null, text: m.web_workshop_not_toml_at_end() }
    : { line: Number(line), text: m.web_workshop_not_toml({ line: Number(line) }) };
}

function lineIn(params: Detail["params"], text: string): number | null {
  const { entry, key, word, line } = params;
  if (typeof line === "number") return line;
  if (typeof entry === "string" && typeof key === "string") {
    const exact = typeof word === "string" ? lineOf(text, entry, `${key}.${word}`) : null;
    const heading = lineOf(text, entry, "");
    return exact !== null && exact !== heading ? exact : lineOf(text, entry, key);
  }
  if (typeof word !== "string") return null;
  const at = text.split("\n").findIndex((each) => each.includes(word));
  return at < 0 ? null : at + 1;
}

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
