import { rangeMax } from "#app/lib/quiz/quiz.ts";
import type { Answer, Diner, MatchInput, MatchQuestion, QuestionKind } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { match } from "#app/matching/solve.ts";
import { type TableTerms, usualPoints } from "#app/matching/terms/diner-terms.ts";

/** What somebody is like, from 0 to 1 each. */
export interface Traits {
  age: number;
  outgoing: number;
  curious: number;
  spending: number;
}
type Trait = keyof Traits;

type Row = [
  id: number,
  kind: QuestionKind,
  choices: number,
  rule: MatchQuestion["rule"],
  weight: number,
  follows?: Trait,
];

/** Of the quiz that a new club has, those that score, and one on gender. */
const rows: Row[] = [
  [1, "single", 4, "similar", 6, "curious"],
  [2, "range", rangeMax, "complementary", 5, "outgoing"],
  [3, "multiple", 7, "overlap", 6],
  [4, "range", rangeMax, "similar", 5, "outgoing"],
  [5, "multiple", 20, "overlap", 9, "curious"],
  [6, "single", 4, "similar", 5, "curious"],
  [7, "range", rangeMax, "similar", 2],
  [8, "single", 5, "similar", 4, "outgoing"],
  [9, "range", rangeMax, "similar", 4, "curious"],
  [10, "single", 6, "similar", 5],
  [13, "range", rangeMax, "similar", 2, "curious"],
  [14, "range", rangeMax, "similar", 4, "curious"],
  [15, "single", 4, "similar", 6, "spending"],
  [16, "single", 4, "similar", 4],
  [17, "single", 3, "similar", 2, "outgoing"],
  [18, "single", 4, "similar", 2, "spending"],
  [19, "year", 0, "similar", 7],
  [20, "country", 0, "complementary", 1],
  [21, "multiple", 30, "overlap", 2],
  [22, "multiple", 4, "overlap", 7],
  [23, "single", 12, "complementary", 2, "spending"],
  [24, "single", 5, "similar", 3],
  [26, "single", 4, "ignore", 0],
];

/** No alcohol, a date, new in town, and gender where it is said. */
const company: Record<number, number[]> = { 16: [1], 22: [3], 24: [1, 2], 26: [1, 2, 3] };
export const clubQuestions = rows.map(
  ([id, kind, choices, rule, weight]): MatchQuestion => ({
    id,
    kind,
    choices,
    rule,
    weight,
    sensitive: true,
    ...(company[id] ? { company: company[id] } : {}),
  }),
);

const talkers = [8, 9, 10];
export const usualTerms: TableTerms = {
  ...usualPoints,
  age: { question: 19, ...usualPoints.age },
  talker: { question: 2, choices: talkers, ...usualPoints.talker },
};

const eventYear = 2026;
const countries = ["HU", "HU", "HU", "HU", "DE", "US", "FR", "UA", "IT", "GB", "IN"];

/** A club whose answers go together: by age, and by how outgoing, curious and rich somebody is. */
export function makeTermsClub(count: number, seed: number): MatchInput {
  const random = new Random(seed);
  const draw = () => random.nextBelow(1_000_000) / 1_000_000;
  const isChance = (chance: number) => draw() < chance;
  const idOf = (index: number) => `d${index}`;
  const diners = Array.from({ length: count }, (_, index): Diner => {
    const traits = { age: draw(), outgoing: draw(), curious: draw(), spending: draw() };
    traits.spending = (traits.spending + traits.age) / 2;
    return {
      id: idOf(index),
      answers: answerAll(traits, random, draw),
      priority: isChance(0.05) ? 1 : 0,
      bookedAt: random.nextBelow(1_000_000),
      languages: isChance(0.25) ? 3 : isChance(0.2) ? 2 : 1,
      diets: 0,
      avoid: [],
      met: [],
      ...(isChance(0.3) ? { firstDinner: true } : {}),
    };
  });
  const regulars = diners.filter(({ firstDinner }) => !firstDinner);
  for (const diner of regulars) {
    const pick = () => (regulars[random.nextBelow(regulars.length)] as Diner).id;
    diner.met = Array.from({ length: 4 * random.nextBelow(4) }, pick).filter((id) => id !== diner.id);
    if (isChance(0.1)) diner.avoid = [pick()].filter((id) => id !== diner.id);
  }
  const wishes = lastTables(regulars, seed).flatMap(([one, other]): [string, string][] =>
    one && other && isChance(0.75) ? [[one, other]] : [],
  );
  const together = pairFriends(diners, Math.round(0.04 * count), random);
  // Whom somebody wishes to meet again is no longer among those they have met.
  const areWished = (one: string, other: string) =>
    wishes.some((pair) => pair.includes(one) && pair.includes(other));
  for (const diner of diners) {
    diner.met = diner.met.filter((id) => !areWished(diner.id, id));
    diner.avoid = diner.avoid.filter((id) => !areWished(diner.id, id));
  }
  return {
    questions: clubQuestions,
    venues: [{ id: "v", diets: 0, tables: count }],
    diners,
    seed,
    relax: ["met"],
    terms: usualTerms,
    wishes,
    together,
  };
}

/** Friends and couples: of some with a common language, those nearest in age. */
function pairFriends(diners: readonly Diner[], count: number, random: Random): string[][] {
  const left = [...random.shuffle(Int32Array.from(diners.keys()))].map((i) => diners[i] as Diner);
  return Array.from({ length: count }, () => {
    const one = left.pop() as Diner;
    const known = left.filter(({ languages }) => languages & one.languages).slice(0, 8);
    const apart = ({ answers }: Diner) => Math.abs(Number(answers[19]) - Number(one.answers[19]));
    const other = known.sort((a, b) => apart(a) - apart(b))[0] as Diner;
    left.splice(left.indexOf(other), 1);
    return [one.id, other.id];
  });
}

/** Where the regulars sat last, beside others who are not here today. */
function lastTables(regulars: readonly Diner[], seed: number): string[][] {
  const others = regulars.map(({ id }, i) => {
    const stranger = regulars[(7 * i + 3) % regulars.length] as Diner;
    return {
      ...stranger,
      id: `stranger of ${id}`,
      answers: mix(stranger, regulars[(11 * i + 5) % regulars.length] as Diner),
    };
  });
  const diners = [...regulars, ...others].map((diner) => ({ ...diner, met: [], avoid: [] }));
  const { tables } = match({
    questions: clubQuestions,
    venues: [{ id: "v", diets: 0, tables: diners.length }],
    diners,
    seed,
    floor: false,
    proposals: 1_000 * diners.length,
  });
  return tables.map((table) => table.diners.filter((id) => !id.startsWith("stranger")));
}

/** Every other answer of one, and the rest of the other. */
const mix = (one: Diner, other: Diner) =>
  Object.fromEntries(
    clubQuestions.flatMap(({ id }) => {
      const answer = (id % 2 ? one : other).answers[id];
      return answer ? [[id, answer]] : [];
    }),
  );

/** The same evening without terms and wishes. */
export function withoutTerms({ terms, wishes, ...input }: MatchInput): MatchInput {
  return input;
}

export function answerAll(traits: Traits, random: Random, draw: () => number): Record<number, Answer> {
  const answers: Record<number, Answer> = {};
  for (const [id, kind, choices, , , follows] of rows) {
    const level = follows ? (2 * traits[follows] + draw()) / 3 : draw();
    const position = 1 + Math.min(choices - 1, Math.floor(level * choices));
    if (draw() < 0.96) answers[id] = answerOf(kind, choices, position, random);
  }
  const age = 22 + Math.round(43 * traits.age ** 1.9 + 3 * draw());
  const isAmong = (shares: number[]) => {
    let left = draw();
    const found = shares.findIndex((share) => {
      left -= share;
      return left < 0;
    });
    return found < 0 ? shares.length : found + 1;
  };
  answers[19] = [eventYear - age];
  answers[16] = [isAmong([0.06, 0.45, 0.15 + 0.15 * (1 - traits.age)])];
  answers[20] = [countries[random.nextBelow(countries.length)] as string];
  answers[21] = [1, ...(draw() < 0.6 ? [2] : []), ...(draw() < 0.2 ? [3 + random.nextBelow(27)] : [])];
  const hopes = [0.6, 0.15, age < 45 ? 0.22 : 0.1, 0.4].flatMap((chance, i) =>
    draw() < chance ? [i + 1] : [],
  );
  answers[22] = hopes.length > 0 ? hopes : [4];
  answers[24] = [isAmong(age < 35 ? [0.04, 0.16, 0.4, 0.2] : [0.02, 0.06, 0.2, 0.5])];
  if (draw() < 0.8) answers[26] = [isAmong([0.56, 0.4, 0.02])];
  return answers;
}

function answerOf(kind: QuestionKind, choices: number, position: number, random: Random): Answer {
  if (kind !== "multiple") return [position];
  const others = Array.from(
    { length: 1 + random.nextBelow(Math.ceil(choices / 4)) },
    () => 1 + random.nextBelow(choices),
  );
  return [...new Set([position, ...others])];
}
