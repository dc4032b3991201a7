/** Nights to try the matcher on: drawn by fast-check, or made up of one seed. */
import fc from "fast-check";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { Answer, MatchQuestion, QuestionKind } from "#app/matching/question.ts";

const countries = ["HU", "DE", "US", "FR"];

export const somePhrases = ["like jazz", "like tea", "like maps", "like rain"];

export const someQuestion = (id: number): fc.Arbitrary<MatchQuestion> =>
  fc
    .record({
      kind: fc.constantFrom<QuestionKind>("single", "multiple", "range", "country", "year"),
      choices: fc.integer({ min: 2, max: 6 }),
      rule: fc.constantFrom("similar", "overlap", "complementary", "ignore"),
      weight: fc.integer({ min: 0, max: 10 }),
      sensitive: fc.boolean(),
    })
    .map((drawn) => ({
      ...drawn,
      id,
      choices: drawn.kind === "range" ? 10 : drawn.choices,
      says: somePhrases,
    }));

export function someAnswer({ kind, choices }: MatchQuestion): fc.Arbitrary<Answer> {
  const position = fc.integer({ min: 1, max: choices });
  const given: Record<QuestionKind, fc.Arbitrary<Answer>> = {
    single: fc.tuple(position),
    range: fc.tuple(position),
    multiple: fc.uniqueArray(position, { minLength: 1 }),
    country: fc.tuple(fc.constantFrom(...countries)),
    year: fc.tuple(fc.integer({ min: 1930, max: 2008 })),
  };
  return fc.oneof({ weight: 9, arbitrary: given[kind] }, { weight: 1, arbitrary: fc.constant([]) });
}

interface Wish {
  /** At most so many diners. */
  most?: number;
  /** Whether some must not sit together, or share no language. */
  rules?: boolean;
}

export function someNight({ most = 33, rules = true }: Wish = {}): fc.Arbitrary<MatchInput> {
  return fc
    .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: most }), fc.nat())
    .chain(([ids, count, seed]) =>
      fc.tuple(...ids.map((_, i) => someQuestion(i + 1))).chain((questions) =>
        fc.record({
          questions: fc.constant(questions),
          venues: fc.constant([
            { id: "east", diets: 3, tables: 100 },
            { id: "west", diets: 1, tables: 2 },
          ]),
          diners: fc.tuple(...Array.from({ length: count }, (_, i) => someDiner(i, count, questions, rules))),
          seed: fc.constant(seed),
          proposals: fc.constant(40 * count),
          floor: fc.boolean(),
        }),
      ),
    );
}

function someDiner(
  place: number,
  count: number,
  questions: MatchQuestion[],
  rules: boolean,
): fc.Arbitrary<Diner> {
  const others = (most: number) => fc.array(fc.nat(count - 1).map(idOf), { maxLength: rules ? most : 0 });
  return fc
    .record({
      venue: rules ? fc.constantFrom("east", "east", "west") : fc.constant("east"),
      answers: fc.tuple(...questions.map(someAnswer)),
      priority: fc.nat(1),
      bookedAt: fc.nat(50),
      languages: rules ? fc.constantFrom(0, 1, 1, 2, 3, 7) : fc.constant(0),
      diets: rules ? fc.constantFrom(0, 0, 0, 1, 2, 4) : fc.constant(0),
      avoid: others(2),
      met: others(4),
    })
    .map((drawn) => ({
      ...drawn,
      id: idOf(place),
      answers: Object.fromEntries(drawn.answers.map((answer, i) => [i + 1, answer])),
    }));
}

const idOf = (place: number) => `d${place}`;
