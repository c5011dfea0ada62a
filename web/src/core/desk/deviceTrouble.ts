/** Why nothing can be played on this device. */
import { told } from "../../words/words";
import { wordWhenRead } from "../http/refusal";
import type { EngineTrouble } from "../../engine/load";

const SENTENCES = {
  engine_not_offered: "web_place_engine_not_offered",
  engine_unsupported: "web_place_engine_unsupported",
  engine_unreachable: "web_place_engine_unreachable",
  engine_damaged: "web_place_engine_damaged",
  engine_stopped: "web_place_engine_stopped",
} as const satisfies Record<EngineTrouble | "engine_not_offered" | "engine_stopped", string>;

export class DeviceTrouble extends Error {
  constructor(code: keyof typeof SENTENCES, reason = "") {
    super();
    this.name = "DeviceTrouble";
    wordWhenRead(this, () => told(SENTENCES[code]) ?? reason);
  }
}
