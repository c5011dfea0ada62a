/** Reads a ZIP archive whose files are stored as they are: no library is needed for that, and the transfer compresses it anyway. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const FILE_BYTES = 30;
const STORED = 0;

export interface StoredFile {
  readonly name: string;
  readonly data: Uint8Array;
}

/** The files of an archive, in its order; folders have no entry of their own. */
export function filesOf(archive: Uint8Array): StoredFile[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.byteLength - END_BYTES;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("not a ZIP archive, or cut short");
  const count = view.getUint16(end + 10, true);
  const decoder = new TextDecoder();
  const files: StoredFile[] = [];
  let at = view.getUint32(end + 16, true);
  for (let number = 0; number < count; number++) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("the ZIP archive is damaged");
    const nameBytes = view.getUint16(at + 28, true);
    const name = decoder.decode(archive.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    if (view.getUint16(at + 10, true) !== STORED) throw new Error(`${name} is compressed`);
    const local = view.getUint32(at + 42, true);
    const start = local + FILE_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.push({ name, data: archive.subarray(start, start + view.getUint32(at + 20, true)) });
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}
