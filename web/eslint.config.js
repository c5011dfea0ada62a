import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** The folders of src, from the ground up: a folder imports only from those in rows above its own, and from itself. */
const LAYERS = [
  ["api", "engine"],
  ["words", "settings"],
  ["core"],
  ["pieces"],
  ["narration", "sound"],
  ["board"],
  ["explore"],
  ["play"],
  ["after", "learn", "online", "offline"],
  ["pages"],
];

/** For each folder: those that it must not import from. */
function arrows() {
  return LAYERS.flatMap((row, at) =>
    row.map((folder) => {
      const above = [...row.filter((each) => each !== folder), ...LAYERS.slice(at + 1).flat()];
      if (above.length === 0) return {};
      const path = `^(\\.\\./)+(${above.join("|")})/`;
      const message = `src/${folder} is below this folder, see LAYERS in eslint.config.js`;
      return {
        files: [`src/${folder}/**`],
        // Tests may put a part together with what is used around it.
        ignores: ["**/*.test.ts"],
        rules: {
          "no-restricted-imports": ["error", { patterns: [{ regex: path, message }] }],
          "no-restricted-syntax": [
            "error",
            { selector: `ImportExpression[source.value=/${path.replaceAll("/", "\\/")}/]`, message },
          ],
        },
      };
    }),
  );
}

export default ts.config(
  {
    ignores: ["node_modules", "src/words/compiled", "src/api/schema.ts", "test-results", "playwright-report"],
  },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-restricted-globals": ["error", { name: "Intl", message: "Format with src/words/formats.ts." }],
      // Links go through the router's own click handler.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
  { files: ["src/words/formats.ts", "src/words/formats.test.ts"], rules: { "no-restricted-globals": "off" } },
  ...arrows(),
);
