import { expect, test } from "vitest";
import type { Box, Cost, Decision, Hint, TableView, View } from "../../api/kinds";
import { part } from "../../testing/events";
import {
  costAnswer,
  hintsAnswer,
  logAnswer,
  regionsAnswer,
  rulesAnswer,
  scoreAnswer,
  type Moment,
} from "./answers";

const regions = [1, 2].map((number) => ({
  number,
  label: String(number),
  owner: number === 1 ? 0 : null,
  race: number === 1 ? "orcs" : null,
  tokens: number === 1 ? 3 : 0,
  in_decline: false,
  lost_tribe: number === 2,
  markers: {},
}));
const ground = [
  { terrain: "hill", symbols: ["mine"], neighbors: [2], is_border: true, is_coastal: false },
  { terrain: "swamp", symbols: [], neighbors: [1], is_border: false, is_coastal: false },
].map((each, at) => ({ ...each, number: at + 1, label: String(at + 1) }));
const piece = { text: {}, traits: [], tokens: 5 };
const box = {
  maps: [{ id: "map", regions: ground }],
  races: [{ ...piece, id: "orcs", name: "Orcs" }],
  powers: [{ ...piece, id: "dragon_master", name: "Dragon Master" }],
} as unknown as Box;
const decision = { legal: [{ id: 1, text: "conquer 2", region: 2, cost: 3 }] } as unknown as Decision;
const costs: Cost[] = [
  {
    region: 2,
    total: 3,
    tokens: 5,
    chance: null,
    parts: [
      { name: "base", amount: 2 },
      { name: "lost_tribe", amount: 1 },
    ],
    reasons: [],
  },
  {
    region: 1,
    total: 0,
    tokens: 5,
    chance: null,
    parts: [],
    reasons: [{ code: "already_held", params: { region: 1 } }],
  },
];
const moment: Moment = {
  context: { view: { map: "map", regions } as unknown as View, box, names: ["Ann"] },
  table: { seats: [{ is_yours: true }] } as unknown as TableView,
  decision,
  costs,
};

test("a region is told with ground, holder and neighbours", () => {
  expect(regionsAnswer(moment, "mine")).toEqual([
    "Region 1: hill, mine, border region. Ann: 3 tokens of the Orcs. Next to region 2.",
  ]);
});

test("what can be chosen is told with what it costs", () => {
  expect(regionsAnswer(moment, "open").join()).toContain(
    "Costs 3 tokens: base 2, lost tribe 1. It can be taken now.",
  );
});

test("why a region cannot be taken is the server's reason", () => {
  expect(costAnswer(moment, "1")).toContain("Region 1 is already held by the race that acts.");
  expect(costAnswer(moment, "")).toEqual(["Say the number of a region too, such as `cost 7`."]);
  expect(costAnswer(moment, "99")).toEqual(["There is no region called 99."]);
});

test("nobody hears prices when it is not for them to decide", () => {
  expect(costAnswer({ ...moment, decision: null, costs: [] }, "2").join()).toContain(
    "told when it is your turn",
  );
});

test("rules are found by name, alone and as a combo", () => {
  expect(rulesAnswer(moment, "dragon master orcs")).toHaveLength(2);
  expect(rulesAnswer(moment, "Dragon_Master")).toHaveLength(1);
  expect(rulesAnswer(moment, "elves")[0]).toContain("elves");
});

test("a long log tells its end and how much there is before", () => {
  const lines = Array.from({ length: 30 }, (_, number) => `line ${number}`);
  expect(logAnswer(lines, "")[0]).toBe("10 earlier lines: `log all`.");
  expect(logAnswer(lines, "all")).toHaveLength(30);
});

const hint = (
  action: string,
  behind: number,
  reasons: Hint["reasons"],
  shared: Hint["shared"] = [],
): Hint => ({ action, actions: action.split(", "), regions: [], behind, coins: 3, reasons, shared });

test("hints come with what can be typed and why", () => {
  const reasons: Hint["reasons"] = [
    {
      code: "brings_with",
      coins: 2,
      sources: [
        ["regions", 1],
        ["mine", 1],
      ],
    },
    { code: "drives_out", seat: 0, race: "orcs", tokens: 3 },
  ];
  expect(hintsAnswer(moment, [hint("conquer 2", 0, reasons)])).toEqual([
    "The expert would consider, best first:",
    "`conquer 2`: looks best (brings 2 coins (regions 1, mine 1), takes it from Ann: 3 tokens of the Orcs)",
  ]);
});

test("a hint of several actions names each as it is typed", () => {
  expect(hintsAnswer(moment, [hint("abandon 1 2, expand", 0, [])])).toContain(
    "`abandon 1 2`, `expand`: looks best",
  );
});

test("what is true of all hints is told once, and the rest tells them apart", () => {
  const shared: Hint["shared"] = [{ code: "brings", coins: 1 }];
  const hints = [
    hint("conquer 2", 0, [{ code: "then", places: [1, 2], count: 2 }], shared),
    hint("conquer 1", 0.3, [], shared),
    hint("end", 1.4, [{ code: "keeps", tokens: 1 }], shared),
  ];
  expect(hintsAnswer(moment, hints).slice(1)).toEqual([
    "`conquer 2`: looks best (then perhaps region 1 and region 2)",
    "`conquer 1`: nearly as good",
    "`end`: about 1 coin worse in the end (keeps 1 token to defend with)",
    "With any of these: brings 1 coin",
  ]);
});

test("the score names its sources, and what must be given up for it", () => {
  const parts = [part("orcs", "regions", 2)];
  const answer = (gives_up: number): string[] =>
    scoreAnswer({ ...moment, decision: { ...decision, score: { total: 2, parts, gives_up } } });
  const score = ["If your turn ended now: 2 coins.", "Orcs: regions 2."];
  expect(answer(0)).toEqual(score);
  expect(answer(1)).toEqual([
    ...score,
    "At the end you must give up 1 region: tokens that only attack go home.",
  ]);
});
