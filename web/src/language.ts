/** The language that somebody wants here. */
import { settings } from "./settings/settings.svelte";
import { chosen } from "./words/words";

/** A link may ask for a language (`?lang=de`), until somebody chooses one. */
const asked = {
  language: new URLSearchParams(location.search).get("lang") ?? "",
  before: settings.choices.language,
};

export function wantedLanguage(): string {
  const { language } = settings.choices;
  const first = language === asked.before ? asked.language : "";
  return chosen([first, language, ...navigator.languages].filter((wish) => wish !== ""));
}
