/** Puts what the server draws link previews with beside the built client: the emblems, and fonts for players' names. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sfntOf } from "./woff.ts";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const FONTS = join(WEB, "node_modules/@fontsource/alegreya-sans/files");
const ART = join(WEB, "../src/elbowroom/server/client/card");
/** Names may be written in any of these. */
const SCRIPTS = ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"];
const WEIGHT = "700";

mkdirSync(ART, { recursive: true });
for (const sheet of ["emblems.svg", "ownEmblems.svg"])
  copyFileSync(join(WEB, "src/core", sheet), join(ART, sheet));
for (const script of SCRIPTS) {
  const packed = readFileSync(join(FONTS, `alegreya-sans-${script}-${WEIGHT}-normal.woff`));
  writeFileSync(join(ART, `${script}.ttf`), sfntOf(packed));
}
