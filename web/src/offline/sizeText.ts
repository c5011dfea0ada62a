/** How large something is, as people read it. */
import { decimal } from "../words/formats";
import { m } from "../words/words";

const MEGABYTE = 1_000_000;

export const sizeText = (bytes: number): string => m.web_offline_size({ number: decimal(bytes / MEGABYTE) });
