import fc from "fast-check";
import { expect, test } from "vitest";
import { tableSize } from "#app/lib/table-size.ts";
import type { MatchQuestion } from "#app/matching/match-input.ts";
import { listCompany } from "#app/models/seating/company.server.ts";
import type { MatchData, MatchDiner } from "#app/models/seating/match-data.server.ts";
import { listShares } from "#app/models/seating/told-to-tables.ts";

/** Bits of who gave an answer, or of whose answers somebody knows. */
type Diners = number;
type Pairs = readonly (readonly [number, number])[];

const places = [0, 1, 2, 3, 4];
const allPairs = places.flatMap((one) => places.slice(one + 1).map((other) => [one, other] as const));
const has = (diners: Diners, place: number) => (diners >> place) % 2 === 1;
const knownTo = (viewer: number, pairs: Pairs): Diners =>
  pairs.reduce(
    (known, [one, other]) => known | (viewer === one ? 1 << other : viewer === other ? 1 << one : 0),
    1 << viewer,
  );

/** Who has met others, and the first pair has booked together instead. */
const seat = (answers: Diners, pairs: Pairs, table = places) =>
  table.map((place) => {
    const groups = pairs.slice(0, 1).filter((pair) => pair.includes(place));
    return {
      bookingId: `${place}`,
      togetherId: groups.length > 0 ? "group" : null,
      known: pairs
        .slice(1)
        .flatMap((pair) => (pair.includes(place) ? pair.filter((each) => each !== place).map(String) : [])),
      answers: { 16: [has(answers, place) ? 1 : 2], 17: [has(answers, place) ? 1 : 10] },
      isFirstDinner: has(answers, place),
    } as unknown as MatchDiner;
  });

/**
 * Plays a diner who knows how it is made what a page says: lists the others whose answer is the same in all ways to answer that
 * fit what the diner knows and could have led to this page. `listPages` has all pages that chance could make.
 */
function listCertain(size: number, known: Diners, listPages: (answers: Diners) => string[]) {
  const ways = Array.from({ length: 2 ** size }, (_, answers) => ({ answers, pages: listPages(answers) }));
  return ways.flatMap(({ answers, pages }) =>
    pages.flatMap((page) => {
      const fitting = ways.filter(
        (way) => (way.answers & known) === (answers & known) && way.pages.includes(page),
      );
      const yes = fitting.reduce((all, way) => all | way.answers, 0);
      const certain = fitting.reduce((all, way) => all & ~(yes ^ way.answers), 2 ** size - 1);
      return (certain & ~known) === 0 ? [] : [`${answers.toString(2)}: ${page}`];
    }),
  );
}

const question = { id: 16, company: [1], companySays: { 1: "doesn’t drink" } };
const data = (company = 3) =>
  ({ questions: [question], termPoints: { company } }) as unknown as Pick<
    MatchData,
    "questions" | "termPoints"
  >;

const listPagesOfCompany = (table: MatchDiner[], viewer: number) =>
  [true, false].map((isTold) => {
    const company = listCompany(data(), table, () => isTold);
    return Object.keys(company)
      .filter((mark) => company[mark]?.includes(`${viewer}`))
      .join();
  });

const shared = (more: Partial<MatchQuestion> = {}): MatchQuestion[] => [
  {
    id: 16,
    kind: "single",
    choices: 2,
    rule: "similar",
    weight: 1,
    sensitive: false,
    says: ["a", "b"],
    ...more,
  },
];

const listPagesOfShares = (table: MatchDiner[], questions: MatchQuestion[]) =>
  [0, 1, 2, 3].map((coins) => {
    let tossed = 0;
    return listShares(questions, table, () => has(coins, tossed++)).join();
  });

const arbitraryPairs = fc.subarray(allPairs).map((pairs): Pairs => pairs);
const examples: [Pairs][] = [
  [[]],
  [[[0, 1]]],
  [
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    [
      [0, 1],
      [1, 2],
    ],
  ],
  [
    [
      [0, 1],
      [0, 2],
      [1, 2],
    ],
  ],
  [
    [
      [0, 1],
      [0, 2],
      [1, 2],
      [3, 4],
    ],
  ],
  [allPairs.filter(([, other]) => other < 4)],
  [allPairs],
];

test("nobody can be certain who else gave an answer, by what is said or not, also if they know some of the table", () => {
  fc.assert(
    fc.property(arbitraryPairs, (pairs) => {
      for (const viewer of places) {
        const listPages = (answers: Diners) => listPagesOfCompany(seat(answers, pairs), viewer);
        expect(listCertain(tableSize, knownTo(viewer, pairs), listPages)).toEqual([]);
      }
    }),
    { examples, numRuns: 40 },
  );
});

/** What somebody reads whose accounts are all told or not, each by chance. */
function listPagesOfCrowd(table: MatchDiner[], viewers: readonly number[]) {
  const told = listCompany(data(), table, () => true)["16:1"] ?? [];
  const [...lucky] = viewers.filter((viewer) => told.includes(`${viewer}`));
  return Array.from({ length: 2 ** lucky.length }, (_, coins) =>
    lucky.filter((_, i) => has(coins, i)).join(),
  );
}

const inCrowd = (table: MatchDiner[], crowd: readonly number[]) =>
  table.map((diner, place) => ({ ...diner, crowdId: crowd.includes(place) ? "crowd" : null }));

test("nor with several accounts at the table that are taken for one person’s, and with what each of them knows", () => {
  const crowds = [
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
    [1, 4],
  ];
  fc.assert(
    fc.property(fc.constantFrom(...crowds), arbitraryPairs, (crowd, pairs) => {
      const known = crowd.reduce((all, viewer) => all | knownTo(viewer, pairs), 0);
      const listPages = (answers: Diners) => listPagesOfCrowd(inCrowd(seat(answers, pairs), crowd), crowd);
      expect(listCertain(tableSize, known, listPages)).toEqual([]);
      const listOfShares = (answers: Diners) =>
        listPagesOfShares(inCrowd(seat(answers, pairs), crowd), shared());
      expect(listCertain(tableSize, known, listOfShares)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("nor by a second evening with some of those they have met", () => {
  const met = [
    [5, 6],
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  const listPages = (answers: Diners) => {
    const first = listPagesOfCompany(seat(answers, []), 0);
    const second = listPagesOfCompany(seat(answers, met, [0, 1, 2, 5, 6]), 0);
    return first.flatMap((one) => second.map((other) => `${one} ${other}`));
  };
  expect(listCertain(7, knownTo(0, met), listPages)).toEqual([]);
});

test("it is said to a diner who has company among two or more whom they don’t know, and to nobody else", () => {
  const mark = "16:1";
  const say = (answers: Diners, pairs: Pairs) => listCompany(data(), seat(answers, pairs), () => true)[mark];
  expect(say(0b00011, [])).toEqual(["0", "1"]);
  expect(say(0b00011, [[0, 1]])).toBeUndefined();
  expect(say(0b00111, [[0, 1]])).toEqual(["0", "1", "2"]);
  expect(
    say(0b10001, [
      [0, 1],
      [0, 2],
      [1, 2],
    ]),
  ).toEqual(["0", "4"]);
  expect(say(0b00001, [])).toBeUndefined();
  expect(listCompany(data(0), seat(0b11111, []), () => true)).toEqual({});
  // Four accounts of one person, beside whom there is one other, and the other way round.
  expect(listCompany(data(), inCrowd(seat(0b11111, []), [0, 1, 2, 3]), () => true)).toEqual({});
  expect(listCompany(data(), inCrowd(seat(0b11111, []), [0, 1, 2]), () => true)[mark]).toEqual([
    "0",
    "1",
    "2",
    "3",
    "4",
  ]);
});

test.each([
  ["one of two choices", shared()],
  ["a choice that may be skipped", shared({ kind: "multiple", says: ["a"] })],
  ["a scale", shared({ id: 17, kind: "range", choices: 10 })],
])(
  "what a table shares leaves open what each of the others answered, also to friends: %s",
  (_, questions) => {
    fc.assert(
      fc.property(arbitraryPairs, (pairs) => {
        // "All five" may name a side of a scale to strangers.
        fc.pre(pairs.length > 0 || questions[0]?.kind !== "range");
        const listPages = (answers: Diners) => listPagesOfShares(seat(answers, pairs), questions);
        for (const viewer of places)
          expect(listCertain(tableSize, knownTo(viewer, pairs), listPages)).toEqual([]);
      }),
      { examples, numRuns: 40 },
    );
  },
);

test("two who know each other still hear what they share with the others", () => {
  const say = (answers: Diners, pairs: Pairs) => listShares(shared(), seat(answers, pairs), () => true);
  expect(say(0b00111, [[0, 1]])).toEqual(["Most of you a."]);
  expect(say(0b01101, [[0, 1]])).toEqual(["Most of you a."]);
  expect(say(0b11100, [[0, 1]])).toEqual([]);
  expect(say(0b11100, [])).toEqual(["Most of you a."]);
});
