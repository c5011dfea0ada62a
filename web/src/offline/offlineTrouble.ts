/** Why something could not be kept offline, or was not. What was kept before is never touched by it. */
import { wordWhenRead } from "../core/http/refusal";
import { m } from "../words/words";

export type TroubleKind = "network" | "cut" | "damaged" | "changed" | "full" | "impossible";

const SENTENCES: Readonly<Record<TroubleKind, () => string>> = {
  network: () => m.web_offline_trouble_network(),
  cut: () => m.web_offline_trouble_cut(),
  damaged: () => m.web_offline_trouble_damaged(),
  changed: () => m.web_offline_trouble_changed(),
  full: () => m.web_offline_trouble_full(),
  impossible: () => m.web_offline_trouble_impossible(),
};

export class OfflineTrouble extends Error {
  readonly kind: TroubleKind;

  constructor(kind: TroubleKind) {
    super();
    this.name = "OfflineTrouble";
    this.kind = kind;
    wordWhenRead(this, SENTENCES[kind]);
  }
}

/** What the browser's storage throws, as one of ours: it is full, or not to be had (as in some private windows). */
export function storageTrouble(error: unknown): OfflineTrouble {
  if (error instanceof OfflineTrouble) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  return new OfflineTrouble(name === "QuotaExceededError" ? "full" : "impossible");
}
