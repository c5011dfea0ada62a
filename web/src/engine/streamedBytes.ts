/**
 * Reads the whole of an answer and tells of every piece as it arrives. There is room for the expected bytes from the start:
 * pieces that are put together at the end would take the memory twice.
 */
export async function streamedBytes(
  answer: Response,
  expectedBytes: number,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  let whole = new Uint8Array(expectedBytes);
  let length = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const { byteLength } = part.value;
    if (length + byteLength > whole.length) whole = enlarged(whole, length + byteLength);
    whole.set(part.value, length);
    length += byteLength;
    onBytes(byteLength);
  }
  return length === whole.length ? whole : whole.slice(0, length);
}

/** The same bytes with room for this many, and more, as more may follow. */
function enlarged(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(needed, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}
