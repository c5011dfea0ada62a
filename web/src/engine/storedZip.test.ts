import { describe, expect, it } from "vitest";
import { filesOf } from "./storedZip.ts";

const encoder = new TextEncoder();

function numbers(...parts: readonly [bytes: 2 | 4, value: number][]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((total, [size]) => total + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of parts) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** An archive of stored files, as Python's `zipfile` writes it; times and checksums are left 0. */
function archiveOf(texts: Readonly<Record<string, string>>, method = 0): Uint8Array {
  let files: Uint8Array = new Uint8Array();
  let directory: Uint8Array = new Uint8Array();
  for (const [name, text] of Object.entries(texts)) {
    const [title, data] = [encoder.encode(name), encoder.encode(text)];
    const sizes = numbers([4, data.length], [4, data.length], [2, title.length], [2, 0]);
    const start = files.length;
    const heading = numbers([4, 0x04034b50], [2, 20], [2, 0], [2, method], [4, 0], [4, 0]);
    files = joined(files, heading, sizes, title, data);
    const entry = numbers([4, 0x02014b50], [2, 20], [2, 20], [2, 0], [2, method], [4, 0], [4, 0]);
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, start]);
    directory = joined(directory, entry, sizes, rest, title);
  }
  const count = Object.keys(texts).length;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]);
  return joined(files, directory, end, numbers([4, directory.length], [4, files.length], [2, 0]));
}

describe("an archive of stored files", () => {
  const texts = { "package/module.pyc": "code", "Länder.json": "{}", empty: "" };

  it("gives every file with its name and content", () => {
    const decoder = new TextDecoder();
    const files = filesOf(archiveOf(texts)).map(({ name, data }) => [name, decoder.decode(data)]);
    expect(files).toEqual(Object.entries(texts));
  });

  it("may lie anywhere in a larger buffer", () => {
    const archive = archiveOf(texts);
    const buffer = joined(encoder.encode("before"), archive);
    expect(filesOf(buffer.subarray(6)).map((file) => file.name)).toEqual(Object.keys(texts));
  });

  it("is refused if it was cut short", () => {
    const archive = archiveOf(texts);
    expect(() => filesOf(archive.subarray(0, archive.length - 1))).toThrow("cut short");
    expect(() => filesOf(new Uint8Array())).toThrow("cut short");
  });

  it("is refused if its list of files is not where it should be", () => {
    expect(() => filesOf(archiveOf(texts).subarray(1))).toThrow("damaged");
  });

  it("is refused with the name of a file that is compressed", () => {
    expect(() => filesOf(archiveOf(texts, 8))).toThrow("package/module.pyc is compressed");
  });
});
