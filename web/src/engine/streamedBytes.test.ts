import { expect, it } from "vitest";
import { streamedBytes } from "./streamedBytes";

/** An answer that arrives in these pieces. */
function answerOf(...pieces: readonly number[][]): Response {
  return new Response(
    new ReadableStream({
      start(stream) {
        for (const piece of pieces) stream.enqueue(Uint8Array.from(piece));
        stream.close();
      },
    }),
  );
}

for (const [name, expected] of [
  ["as many bytes as expected", 5],
  ["fewer bytes than expected", 9],
  ["more bytes than expected", 2],
  ["bytes of which nothing was known", 0],
] as const) {
  it(`gives ${name}, all of them and in order`, async () => {
    const told: number[] = [];
    const bytes = await streamedBytes(answerOf([1, 2], [3], [4, 5]), expected, (count) => told.push(count));
    expect([...bytes]).toEqual([1, 2, 3, 4, 5]);
    expect(told).toEqual([2, 1, 2]);
  });
}

it("gives nothing for an answer without a body", async () => {
  expect(await streamedBytes(new Response(null), 0, () => undefined)).toHaveLength(0);
});
