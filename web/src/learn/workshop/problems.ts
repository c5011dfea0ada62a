/** What is wrong with a text, in words, with the line where it stands and the entry and key that it is about. */
import { Refusal } from "../../core/http/refusal";
import { capital } from "../../words/message";
import { detailsOf, refusalText, type Detail } from "../../words/refusals";
import { m } from "../../words/words";
import { lineOf } from "./entries";

export interface Problem {
  /** Counted from 1; null if it concerns the whole text. */
  line: number | null;
  text: string;
  /** The same without the place, for the form, which shows it where it belongs. */
  short: string;
  /** The id of the entry, and the key; empty if it is about no entry. */
  entry: string;
  key: string;
  /** The line on which the entry begins. */
  heading: number | null;
}

/** Everything that a refusal names; each with the nearest known word, if there is one. */
export function problemsOf(error: Error, text: string): Problem[] {
  if (!(error instanceof Refusal)) return [general(null, error.message)];
  const details = detailsOf(error.params);
  if (details === null) return [problemOf(error, text)];
  return details
    .map((detail) => problemOf(detail, text))
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

function problemOf({ code, params }: Detail, text: string): Problem {
  if (code === "content_not_toml") return notToml(String(params["cause"]));
  const { entry, key, word } = params;
  const line = lineIn(params, text);
  // A sentence that says the line itself is told of the text, so that the line is not said twice.
  const isPlaced = line === null || "line" in params;
  const file = isPlaced ? m.web_workshop_your_text() : m.web_workshop_line({ line });
  // There is only this text: what another file is for the server is this one, too.
  const others = "other_file" in params ? { other_file: m.web_workshop_your_text() } : {};
  const shown = Object.fromEntries(
    Object.entries({ ...params, ...others, file }).map(([name, value]) => [name, shownValue(value)]),
  );
  const full = refusalText(code, shown) ?? code;
  if (typeof entry !== "string") return general(line, full);
  const exact = typeof word === "string" ? `${String(key)}.${word}` : "";
  const isExact = exact !== "" && lineOf(text, entry, exact) !== lineOf(text, entry, "");
  return {
    line,
    text: full,
    short: withoutPlace(full, file),
    entry,
    key: isExact ? exact : String(key ?? ""),
    heading: lineOf(text, entry, ""),
  };
}

/** A problem of the whole text. */
function general(line: number | null, text: string): Problem {
  return { line, text, short: text, entry: "", key: "", heading: null };
}

/** Refusals of content begin with the place and a colon. */
function withoutPlace(text: string, file: string): string {
  const end = text.indexOf(": ");
  return text.startsWith(file) && end >= 0 ? capital(text.slice(end + 2)) : text;
}

/** The reader names the place in English only; where it is says enough. */
function notToml(cause: string): Problem {
  const line = /line (\d+)/.exec(cause)?.[1];
  return line === undefined
    ? general(null, m.web_workshop_not_toml_at_end())
    : general(Number(line), m.web_workshop_not_toml({ line: Number(line) }));
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
