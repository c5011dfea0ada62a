/** How large something is, as people read it. */
import { decimal } from "../words/formats";
import { m } from "../words/words";

const MEGABYTE = 1_000_000;
/** Something is never said to be nothing. */
const MIN_SHOWN = 0.1;

export const sizeText = (bytes: number): string =>
  m.web_offline_size({ number: decimal(bytes === 0 ? 0 : Math.max(bytes / MEGABYTE, MIN_SHOWN)) });
