import fc from "fast-check";
import { rangeMax } from "#app/lib/quiz/quiz.ts";
import {
  type Answer,
  type Diner,
  type MatchInput,
  type MatchQuestion,
  maxWeight,
  type QuestionKind,
} from "#app/matching/match-input.ts";

const countries = ["HU", "DE", "US", "FR"];
const phrases = ["like jazz", "like tea", "like maps", "like rain"];

export const arbitraryQuestion = (id: number): fc.Arbitrary<MatchQuestion> =>
  fc
    .record({
      kind: fc.constantFrom<QuestionKind>("single", "multiple", "range", "country", "year"),
      choices: fc.integer({ min: 2, max: 6 }),
      rule: fc.constantFrom("similar", "overlap", "complementary", "ignore"),
      weight: fc.integer({ min: 0, max: maxWeight }),
      sensitive: fc.boolean(),
    })
    .map((question) => ({
      ...question,
      id,
      choices: question.kind === "range" ? rangeMax : question.choices,
      says: phrases,
    }));

export function arbitraryAnswer({ kind, choices }: MatchQuestion): fc.Arbitrary<Answer> {
  const position = fc.integer({ min: 1, max: choices });
  const answers: Record<QuestionKind, fc.Arbitrary<Answer>> = {
    single: fc.tuple(position),
    range: fc.tuple(position),
    multiple: fc.uniqueArray(position, { minLength: 1 }),
    country: fc.tuple(fc.constantFrom(...countries)),
    year: fc.tuple(fc.integer({ min: 1930, max: 2008 })),
  };
  return fc.oneof({ weight: 9, arbitrary: answers[kind] }, { weight: 1, arbitrary: fc.constant([]) });
}

interface Constraints {
  maxDiners?: number;
  /** Whether diners have conflicts, languages and needs of venues. */
  hasRules?: boolean;
}

export function arbitraryMatchInput({
  maxDiners = 33,
  hasRules = true,
}: Constraints = {}): fc.Arbitrary<MatchInput> {
  return fc
    .tuple(
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      // Up to fourteen take a tenth of the time that up to twenty take, since every seating is tried.
      fc.oneof(fc.integer({ min: 0, max: Math.min(14, maxDiners) }), fc.integer({ min: 0, max: maxDiners })),
      fc.nat(),
    )
    .chain(([ids, count, seed]) =>
      fc.tuple(...ids.map((_, i) => arbitraryQuestion(i + 1))).chain((questions) =>
        fc.record({
          questions: fc.constant(questions),
          venues: fc.constant([
            { id: "east", diets: 3, tables: 2, price: 2 },
            { id: "north", diets: 1, tables: 1, price: 1, stepFree: true },
            { id: "west", diets: hasRules ? 1 : 7, tables: 100, price: 3 },
          ]),
          diners: fc.tuple(
            ...Array.from({ length: count }, (_, i) => arbitraryDiner(i, count, questions, hasRules)),
          ),
          seed: fc.constant(seed),
          proposals: fc.constant(40 * count),
          floor: fc.boolean(),
        }),
      ),
    );
}

function arbitraryDiner(
  index: number,
  count: number,
  questions: MatchQuestion[],
  hasRules: boolean,
): fc.Arbitrary<Diner> {
  const dinerIds = (maxLength: number) =>
    fc.array(fc.nat(count - 1).map(idOf), { maxLength: hasRules ? maxLength : 0 });
  return fc
    .record({
      answers: fc.tuple(...questions.map(arbitraryAnswer)),
      priority: fc.nat(1),
      bookedAt: fc.nat(50),
      languages: hasRules ? fc.constantFrom(0, 1, 1, 2, 3, 7) : fc.constant(0),
      diets: hasRules ? fc.constantFrom(0, 0, 0, 1, 2, 4) : fc.constant(0),
      maxPrice: hasRules ? fc.constantFrom(undefined, undefined, 0, 1, 2, 3) : fc.constant(undefined),
      stepFree: hasRules ? fc.constantFrom(undefined, undefined, true, false) : fc.constant(undefined),
      avoid: dinerIds(2),
      met: dinerIds(4),
    })
    .map((diner) => ({
      ...diner,
      id: idOf(index),
      answers: Object.fromEntries(diner.answers.map((answer, i) => [i + 1, answer])),
    }));
}

const idOf = (index: number) => `d${index}`;
