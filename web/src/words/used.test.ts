import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
const CATALOGUE = join(SOURCES, "../../src/elbowroom/content/locales/en.json");

function sources(): string {
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(ts|svelte)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

test("every word that only the browser says is said somewhere", () => {
  const text = sources();
  const begun = [...text.matchAll(/`((?:web|place|piece)_[a-z_]*)\$\{/g)].map((match) => match[1] ?? "");
  const whole = new Set(text.match(/\b(?:web|place|piece)_\w+/g));
  const keys = Object.keys(JSON.parse(readFileSync(CATALOGUE, "utf8")) as object);
  const silent = keys.filter(
    (key) =>
      /^(web|place|piece)_/.test(key) && !whole.has(key) && !begun.some((part) => key.startsWith(part)),
  );
  expect(keys.length).toBeGreaterThan(1000);
  expect(silent).toEqual([]);
});
