import "./fonts.css";
import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { wantedLanguage } from "./language";
import { openPage } from "./pages";
import { router } from "./core/router.svelte";
import { speak } from "./words/words";

const speaking = speak(wantedLanguage());
// The page comes side by side with the words; what goes wrong there, the app tells.
openPage(router.first).catch(() => undefined);
await speaking;
const target = document.getElementById("app");
if (target !== null) {
  target.replaceChildren();
  mount(App, { target });
}
