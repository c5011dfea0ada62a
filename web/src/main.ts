import "@fontsource/alegreya/latin-500.css";
import "@fontsource/alegreya/latin-700.css";
import "@fontsource/alegreya/latin-ext-700.css";
import "@fontsource/alegreya-sans/latin-400.css";
import "@fontsource/alegreya-sans/latin-500.css";
import "@fontsource/alegreya-sans/latin-700.css";
import "@fontsource/alegreya-sans/latin-ext-400.css";
import "@fontsource/alegreya-sans/latin-ext-700.css";
import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./settings/settings.svelte";
import { chosen, loadWords } from "./words/words";

const wanted = new URLSearchParams(location.search).get("lang") ?? settings.choices.language;
await loadWords(chosen([wanted, ...navigator.languages].filter((wish) => wish !== "")));
const target = document.getElementById("app");
if (target !== null) mount(App, { target });
