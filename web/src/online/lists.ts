/** Several names in one sentence, as the language joins them. */
import { language } from "../words/words";

export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language === "xx" ? "en" : language, { type: "conjunction" }).format(names);
}
