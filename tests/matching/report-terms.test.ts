import { expect, test } from "vitest";
import { match } from "#app/matching/solve.ts";
import { makeTermsClub, withoutTerms } from "#tests/bench/terms-club.ts";

test("the report counts promise by promise, and says nothing where no term is in force", () => {
  const input = makeTermsClub(25, 1);
  const { tables, report } = match({ ...input, proposals: 10_000 });
  const { terms } = report.venues[0];
  const hopeful = input.diners.filter(({ answers }) => answers[22]?.includes(3)).map(({ id }) => id);
  const alone = tables.filter(
    ({ diners }) => diners.filter((id) => hopeful.includes(id)).length === 1,
  ).length;
  const counted = terms?.company.find(({ question }) => question === 22);
  expect(counted).toEqual({ question: 22, answer: 3, diners: hopeful.length, alone });
  expect(terms?.company.some(({ question }) => question === null)).toBe(true);
  const wishes = input.wishes ?? [];
  const isTogether = (pair: readonly string[]) =>
    tables.some(({ diners }) => pair.every((id) => diners.includes(id)));
  expect(terms?.wishesTogether).toBe(wishes.filter(isTogether).length);
  expect(match({ ...withoutTerms(input), proposals: 10_000 }).report.venues[0]).not.toHaveProperty("terms");
});
