/** Requests to the server; a refusal is thrown with its sentence. */
import type { Problem } from "../../api/kinds";
import { needWords } from "../../words/words";
import { Refusal, Unreachable } from "./refusal";

export const get = <Given>(path: string): Promise<Given> => request<Given>("GET", path);

/** The same as anybody could ask: no cookie goes along. */
export const getAsStranger = <Given>(path: string): Promise<Given> =>
  request<Given>("GET", path, undefined, "omit");

export const post = <Given>(path: string, body?: unknown): Promise<Given> =>
  request<Given>("POST", path, body);

/** Post something although the page may go away meanwhile. */
export async function postLast(path: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  const init: RequestInit = { method: "POST", credentials: "same-origin", keepalive: true, headers };
  const answer = await fetch(path, { ...init, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

export const remove = <Given>(path: string, body?: unknown): Promise<Given> =>
  request<Given>("DELETE", path, body);

export async function getText(path: string): Promise<string> {
  return (await answered("GET", path)).text();
}

export async function postForText(path: string, body: unknown): Promise<string> {
  return (await answered("POST", path, body)).text();
}

async function request<Given>(
  method: string,
  path: string,
  body?: unknown,
  credentials: RequestCredentials = "same-origin",
): Promise<Given> {
  const response = await answered(method, path, body, credentials);
  const text = await response.text();
  return (text === "" ? null : JSON.parse(text)) as Given;
}

async function answered(
  method: string,
  path: string,
  body?: unknown,
  credentials: RequestCredentials = "same-origin",
): Promise<Response> {
  const init: RequestInit = { method, credentials };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Unreachable({ isReading: method === "GET" });
  }
  if (!response.ok) {
    const [problem] = await Promise.all([problemOf(response), needWords("refusals").catch(() => undefined)]);
    throw new Refusal(problem);
  }
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    return (await response.json()) as Problem;
  } catch {
    return { code: "unavailable", params: {}, reason: response.statusText };
  }
}
