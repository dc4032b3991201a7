/**
 * `npm run bench:terms`: what the terms of tables change in made-up clubs, beside the same evenings without them.
 * `-- --inputs N` takes the mean of so many evenings of each size. `--choices POINTS` shows beside the usual points what is
 * different if single choices score nothing in pairs, and each answer that only one at a table gave loses so many points.
 * `--points 4,12,2.7,0.5,11` takes others than the usual ones: company, age alone and wide, no talker, and wish.
 */
import { parseArgs } from "node:util";
import type { Diner, MatchInput } from "#app/matching/match-input.ts";
import type { Seating } from "#app/matching/seating.ts";
import { listScoredTables, match } from "#app/matching/solve.ts";
import type { TableTerms } from "#app/matching/terms/diner-terms.ts";
import { renderTable } from "./render-table.ts";
import { countCompanyOnly, countLoneChoices } from "./single-choices.ts";
import { makeTermsClub, withoutTerms } from "./terms-club.ts";

const { values: options } = parseArgs({
  options: {
    inputs: { type: "string", default: "4" },
    choices: { type: "string" },
    points: { type: "string" },
  },
});

interface Figures {
  alone: number;
  marked: number;
  far: number;
  dated: number;
  wide: number;
  quiet: number;
  lone: number;
  choices: number;
  tables: number;
  wishes: number;
  wished: number;
  mean: number;
  worst: number;
  best: number;
  ms: number;
}

function withPoints(input: MatchInput): MatchInput {
  const { age, talker } = input.terms ?? {};
  const [company, alone, wide, missing, wish] = options.points?.split(",").map(Number) ?? [];
  return options.points && age && talker
    ? {
        ...input,
        terms: { company, age: { ...age, alone, wide }, talker: { ...talker, missing }, wish } as TableTerms,
      }
    : input;
}

/** By what the diners of `asked` were promised, whatever the tables were made by. */
function measure(input: MatchInput, asked: MatchInput): Figures {
  const before = process.cpuUsage().user;
  const seating = match(input);
  const ms = (process.cpuUsage().user - before) / 1000;
  return { ...countTerms(asked, seating), ms };
}

function countTerms({ diners, questions, wishes = [] }: MatchInput, { tables, report }: Seating) {
  const byId = new Map(diners.map((diner) => [diner.id, diner]));
  const fives = tables.map((table) => table.diners.map((id) => byId.get(id) as Diner));
  const seated = fives.flat();
  const listMarks = (diner: Diner) => [
    ...(diner.firstDinner ? ["first"] : []),
    ...questions.flatMap(({ id, company }) =>
      (diner.answers[id] ?? []).flatMap((choice) =>
        company !== "all" && company?.includes(choice as number) ? [`${id}/${choice}`] : [],
      ),
    ),
  ];
  const marksOf = new Map(seated.map((diner) => [diner, listMarks(diner)]));
  const maySit = (one: Diner, other: Diner) =>
    one !== other &&
    (one.languages & other.languages) !== 0 &&
    ![one.avoid, one.met].some((ids) => ids.includes(other.id)) &&
    ![other.avoid, other.met].some((ids) => ids.includes(one.id));
  const yearOf = ({ answers }: Diner) => Number(answers[19]?.[0]);
  const areNear = (one: Diner, other: Diner) => Math.abs(yearOf(one) - yearOf(other)) <= 10;
  let [alone, marked, far, dated, wide, quiet] = [0, 0, 0, 0, 0, 0];
  for (const five of fives) {
    const years = five.map(yearOf).sort((a, b) => a - b);
    if ((years[4] ?? 0) - (years[0] ?? 0) >= 15) wide++;
    const talkers = five.filter(({ answers }) => Number(answers[2]?.[0] ?? 0) >= 8).length;
    if (talkers % 5 === 0) quiet++;
    for (const one of five) {
      dated++;
      if (!five.some((other) => other !== one && areNear(one, other))) far++;
      for (const mark of marksOf.get(one) ?? []) {
        const hasIt = (other: Diner) => marksOf.get(other)?.includes(mark) ?? false;
        if (!seated.some((other) => maySit(one, other) && hasIt(other))) continue;
        marked++;
        if (!five.some((other) => other !== one && hasIt(other))) alone++;
      }
    }
  }
  const scored = listScoredTables(
    questions,
    fives.map((five) => ({ venue: "v", diners: five })),
  ).map(({ score }) => score);
  const ids = new Set(seated.map(({ id }) => id));
  const possible = wishes.filter((pair) => pair.every((id) => ids.has(id)));
  const wished = possible.filter((pair) =>
    tables.some((table) => pair.every((id) => table.diners.includes(id))),
  ).length;
  return {
    alone,
    marked,
    far,
    dated,
    wide,
    quiet,
    ...countLoneChoices(questions, fives),
    tables: tables.length,
    wishes: possible.length,
    wished,
    mean: scored.reduce((sum, score) => sum + score, 0) / scored.length,
    worst: Math.min(...scored),
    best: report.venues[0].method === "exact" ? 1 : 0,
  };
}

const add = (one: Figures, other: Figures): Figures =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, value + other[name as keyof Figures]]),
  ) as unknown as Figures;

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const rows = [50, 100, 200, 400].map((size) => {
  const inputs = Array.from({ length: Number(options.inputs) }, (_, i) =>
    withPoints(makeTermsClub(size, 100 * size + i)),
  );
  const [before, after] = options.choices
    ? [(input: MatchInput) => input, (input: MatchInput) => countCompanyOnly(input, Number(options.choices))]
    : [withoutTerms, (input: MatchInput) => input];
  const pairs = inputs.map((input) => [measure(before(input), input), measure(after(input), input)]);
  const [without, within] = [0, 1].map((side) => pairs.map((pair) => pair[side] as Figures).reduce(add)) as [
    Figures,
    Figures,
  ];
  const count = inputs.length;
  const beside = (show: (figures: Figures) => string) => `${show(without)} → ${show(within)}`;
  return [
    String(size),
    beside(({ alone, marked }) => percent(alone, marked)),
    beside(({ lone, choices }) => percent(lone, choices)),
    beside(({ far, dated }) => percent(far, dated)),
    beside(({ wide, tables }) => percent(wide, tables)),
    beside(({ quiet, tables }) => percent(quiet, tables)),
    beside(({ wished, wishes }) => percent(wished, wishes)),
    beside(({ mean }) => (mean / count).toFixed(2)),
    beside(({ worst }) => (worst / count).toFixed(2)),
    beside(({ best }) => `${best}/${count}`),
    beside(({ ms }) => `${(ms / count / 1000).toFixed(2)} s`),
  ];
});
const head = [
  "Diners",
  "Alone with a marked answer",
  "Alone with a single choice",
  "Nobody within ten years",
  "Tables of 15 years and more",
  "Tables without a talker",
  "Wishes together",
  "Mean",
  "Worst table",
  "Proven",
  "CPU time",
];
console.log(renderTable(head, rows));
