/** As much of TOML as people write for a race or a power: reading a value, and writing one. */

export type Value = string | number | boolean | Value[] | { [key: string]: Value };

/** The value that a text begins with, or nothing if it is none that we can read. */
export function readValue(text: string): Value | undefined {
  try {
    return new Reader(text).value();
  } catch {
    return undefined;
  }
}

export function writeValue(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(", ")}]`;
  if (typeof value === "object") {
    const pairs = Object.entries(value).map(([key, each]) => `${bareKey(key)} = ${writeValue(each)}`);
    return `{ ${pairs.join(", ")} }`;
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** A word as it stands in a key: with quotes if it has letters that need them. */
export function bareKey(word: string): string {
  return /^[A-Za-z0-9_-]+$/.test(word) ? word : JSON.stringify(word);
}

export function isTable(value: Value | undefined): value is { [key: string]: Value } {
  return typeof value === "object" && !Array.isArray(value);
}

class Reader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  value(): Value {
    this.skip();
    const sign = this.text[this.at] ?? "";
    if (sign === "[") return this.list();
    if (sign === "{") return this.table();
    const word = this.take(/^"(?:[^"\\\n]|\\.)*"/);
    if (word !== null) return JSON.parse(word) as string;
    const literal = this.take(/^'[^'\n]*'/);
    if (literal !== null) return literal.slice(1, -1);
    const bare = this.take(/^(true|false|[+-]?\d+(\.\d+)?(e[+-]?\d+)?)(?![\w.])/);
    if (bare === null) throw new SyntaxError();
    return bare === "true" ? true : bare === "false" ? false : Number(bare);
  }

  private list(): Value[] {
    const found: Value[] = [];
    this.expect("[");
    while (!this.has("]")) {
      found.push(this.value());
      if (!this.has("]")) this.expect(",");
    }
    this.expect("]");
    return found;
  }

  private table(): { [key: string]: Value } {
    const found: { [key: string]: Value } = {};
    this.expect("{");
    while (!this.has("}")) {
      const [last = "", ...above] = this.key().reverse();
      this.expect("=");
      const inner = above.reduceRight<{ [key: string]: Value }>((table, word) => {
        const next = table[word];
        return isTable(next) ? next : ((table[word] = {}) as { [key: string]: Value });
      }, found);
      inner[last] = this.value();
      if (!this.has("}")) this.expect(",");
    }
    this.expect("}");
    return found;
  }

  /** The words of a dotted key. */
  private key(): string[] {
    const words: string[] = [];
    do {
      if (words.length > 0) this.expect(".");
      this.skip();
      const word = this.take(/^(?:[\w-]+|"[^"\n]*")/);
      if (word === null) throw new SyntaxError();
      words.push(word.replaceAll('"', ""));
    } while (this.has("."));
    return words;
  }

  private skip(): void {
    this.take(/^(?:\s|#[^\n]*)+/);
  }

  private has(sign: string): boolean {
    this.skip();
    return this.text[this.at] === sign;
  }

  private expect(sign: string): void {
    if (!this.has(sign)) throw new SyntaxError();
    this.at += 1;
  }

  private take(pattern: RegExp): string | null {
    const found = pattern.exec(this.text.slice(this.at))?.[0] ?? null;
    this.at += found?.length ?? 0;
    return found;
  }
}
