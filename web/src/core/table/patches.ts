/** Applies the patches of the server (docs/bot-api.md). What a patch does not name keeps its identity. */

/** The one key of an object that takes the place of what stands there. */
const REPLACED = "=";

type Patch = Readonly<Record<string, unknown>>;

/** A patch names something that is not there: it was made for another state. */
export class MisfitError extends Error {}

export function patched<Target>(target: Target, patch: Patch): Target {
  const entries = Object.entries(patch);
  if (entries.length === 0) return target;
  if (!isContainer(target)) throw new MisfitError();
  const after = (Array.isArray(target) ? [...target] : { ...target }) as Record<string, unknown>;
  for (const [key, value] of entries) {
    if (Array.isArray(target) && Number(key) >= target.length) throw new MisfitError();
    after[key] = replacement(after[key], value);
  }
  return after as Target;
}

/** The new value, in which every part that is equal to the old one is the old one. */
export function reconciled<Value>(before: unknown, after: Value): Value {
  if (before === after || !isContainer(before) || !isContainer(after)) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  const old = before as Record<string, unknown>;
  const now = after as Record<string, unknown>;
  const keys = Object.keys(now);
  const parts = keys.map((key) => [key, reconciled(old[key], now[key])] as const);
  const isSame = keys.length === Object.keys(old).length && parts.every(([key, part]) => part === old[key]);
  if (isSame) return before as Value;
  return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as Value;
}

function replacement(there: unknown, value: unknown): unknown {
  if (!isContainer(value) || Array.isArray(value)) return value;
  return REPLACED in value ? value[REPLACED] : patched(there, value);
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
