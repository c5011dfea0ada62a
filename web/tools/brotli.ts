/** Compresses as small as browsers can read. */
import { brotliCompressSync, constants } from "node:zlib";

/** The largest window that every browser can read. */
const WINDOW_BITS = 24;

export function brotli(data: Uint8Array): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  return brotliCompressSync(data, { params });
}
