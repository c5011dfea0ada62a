import ts from "typescript";
import { expect, test } from "vitest";
import { inParts, messagesOf, pseudo, typesOf, type Messages } from "./catalogues";

const PLURAL = {
  declarations: ["input n", "local nPlural = n: plural"],
  selectors: ["nPlural"],
  match: { "nPlural=one": "one coin", "nPlural=other": "{n} coins" },
};

/** What the compiler says of a caller that has these messages. */
function complaints(languages: readonly Messages[], caller: string): string[] {
  const files = new Map([
    ["keys.d.ts", typesOf(languages)],
    ["caller.ts", `import type { Words } from "./keys";\ndeclare const m: Words;\n${caller}\n`],
  ]);
  const options = { strict: true, noEmit: true, noLib: true, types: [] };
  const host = ts.createCompilerHost(options);
  const known = (name: string): string | undefined => files.get(name.split("/").at(-1) ?? "");
  host.fileExists = (name) => known(name) !== undefined;
  host.readFile = known;
  host.getSourceFile = (name, version) => {
    const text = known(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram(["caller.ts"], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile("caller.ts"))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

test("a caller that forgets a parameter of any language does not compile", () => {
  const english = { event_allied: "{player} makes peace with {ally}." };
  const other = { event_allied: "{player}, {ally}: {region}." };
  const caller = 'm.event_allied({ player: "Ann", ally: "Bob" });';
  expect(complaints([english], caller)).toEqual([]);
  expect(complaints([english, other], caller).join()).toContain("region");
});

const ENGLISH = { piece_forms: "one", event_declined: "{player} puts the {race} in decline." };
const FINNISH = {
  piece_forms: "one counted genitive",
  event_declined: "{Race_genitive} rappeutuminen: {player}.",
};

test("a name takes all forms that any language has, so a caller that makes one up does not compile", () => {
  const caller = 'm.event_declined({ player: "Ann", race: "Orcs", id: "orcs", race_one: "Orc" });';
  expect(complaints([ENGLISH], caller)).toEqual([]);
  expect(complaints([ENGLISH], 'm.event_declined({ player: "Ann", race: "Orcs" });').join()).toContain("id");
  expect(complaints([ENGLISH, FINNISH], caller).join()).toContain("race_genitive");
});

test("a caller that takes a name from its function compiles with any language", () => {
  const helper = 'import type { RaceWords } from "./keys";\ndeclare const words: RaceWords;\n';
  const caller = `${helper}m.event_declined({ player: "Ann", ...words });`;
  expect(complaints([ENGLISH], caller)).toEqual([]);
  expect(complaints([ENGLISH, FINNISH], caller)).toEqual([]);
  const choosing = { piece_forms: "one", event_declined: { "id=halflings": "{race}", "id=*": "{Race}" } };
  expect(complaints([ENGLISH, choosing], caller)).toEqual([]);
});

test("a race behind a number needs the number", () => {
  const held = { piece_forms: "one", web_board_held: "{tokens} {race_counted}" };
  const helpers =
    'import type { CountedRaceWords, RaceWords } from "./keys";\ndeclare const race: RaceWords;\ndeclare const counted: CountedRaceWords;\n';
  expect(complaints([held], `${helpers}m.web_board_held({ tokens: 1, ...counted });`)).toEqual([]);
  expect(complaints([held], `${helpers}m.web_board_held({ tokens: 1, ...race });`).join()).toContain(
    "race_counted",
  );
});

test("a form that the language does not have is refused", () => {
  const catalogue = { piece_forms: "one", event_declined: "{race_genitive}" };
  expect(() => messagesOf(catalogue)).toThrow("event_declined asks for {race_genitive}");
  expect(() => messagesOf({ piece_forms: "one", web_text_race: "{combo_one}" })).toThrow("{combo_one}");
  expect(() => messagesOf({ piece_forms: "one genitive", web_text_race: "{Combo_genitive}" })).not.toThrow();
});

test("so does one that forgets what a language only selects by, or counts something that is no number", () => {
  const one = { web_trial: "{n} coins" };
  const other = { web_trial: { "nPlural=one, id=*": "a coin", "nPlural=other, id=*": "{n} coins" } };
  expect(complaints([one], 'm.web_trial({ n: "3" });')).toEqual([]);
  expect(complaints([one, other], "m.web_trial({ n: 3 });").join()).toContain("id");
  expect(complaints([one, other], 'm.web_trial({ n: "3", id: "orcs" });')).toHaveLength(1);
  expect(complaints([other, one], 'm.web_trial({ n: "3", id: "orcs" });')).toHaveLength(1);
});

test("the browser gets the texts of a message by their conditions, and nothing that others say", () => {
  const catalogue = { web_trial: [PLURAL], web_shell_home: "Home", terminal_trial: "no page says this" };
  expect(messagesOf(catalogue)).toEqual({ web_trial: PLURAL.match, web_shell_home: "Home" });
});

test("a message that the two readers would read differently is refused", () => {
  const undeclared = { ...PLURAL, declarations: ["input n"] };
  expect(() => messagesOf({ web_trial: [undeclared] })).toThrow("local nPlural = n: plural");
  const strange = { ...PLURAL, match: { "n=1": "one coin" } };
  expect(() => messagesOf({ web_trial: [strange] })).toThrow("is not about its selectors");
  expect(() => messagesOf({ web_trial: [PLURAL, PLURAL] })).toThrow("exactly one");
});

test("the part with the longest beginning has a message, and one that no part claims is refused", () => {
  const messages = {
    race_orcs: "Orcs",
    race_orcs_text: "They bite.",
    web_play_seat: "Seat",
    web_play_x: "X",
  };
  const parts = [...inParts(messages)].map(([part, own]) => [part, Object.keys(own)]);
  expect(parts).toEqual([
    ["core", ["race_orcs", "web_play_seat"]],
    ["pieces", ["race_orcs_text"]],
    ["game", ["web_play_x"]],
  ]);
  expect(() => inParts({ web_strange_key: "?" })).toThrow("claims web_strange_key");
});

test("the pseudo-locale keeps parameters and data, and has brackets around every text", () => {
  const made = pseudo({
    web_a: "Hello, dear {name}",
    web_b: { "n=1": "one", "n=*": "{n} more" },
    piece_forms: "one",
    race_orcs: "Orcs",
  });
  expect(made["web_a"]).toBe("[Hëllö, dëár {name}······]");
  expect(made["web_b"]).toEqual({ "n=1": "[öñë······]", "n=*": "[{n} mörë········ ··]" });
  expect([made["piece_forms"], made["race_orcs"]]).toEqual(["one", "[Örçs··]"]);
});
