import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findIcebreaker,
  listIcebreakers,
} from "#app/routes/dashboard.bookings.$id/describe-dinner.server.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("every phrase that a table may read has a question, and none is asked twice", async () => {
  const { results } = await database.binding
    .prepare(
      "SELECT value AS phrase FROM quiz_questions, json_each(says) WHERE rule IN ('similar', 'overlap') AND sensitive = 0",
    )
    .all<{ phrase: string }>();
  const questions = results.map(({ phrase }) => [phrase, findIcebreaker(phrase)] as const);
  expect(questions.length).toBeGreaterThan(60);
  expect(
    questions.filter(([, question]) => !question?.endsWith("?") && !question?.includes(", and")),
  ).toEqual([]);
  expect(new Set(questions.map(([, question]) => question)).size).toBe(questions.length);
});

const shares = [
  "Most of you could talk about books for hours.",
  "All five of you order dishes you’ve never heard of.",
  "Most of you do something that only this club asks about.",
];

test("a table begins with what it shares, and goes on with general questions", () => {
  const list = listIcebreakers(shares, 7);
  expect(list.slice(0, 2)).toEqual([
    "Which book do you keep giving to other people?",
    "What’s the strangest thing you ever ordered?",
  ]);
  expect(list).toHaveLength(5);
  expect(new Set(list).size).toBe(5);
  expect(listIcebreakers(shares, 7)).toEqual(list);
});

test("any table gets five, also one that shares nothing, and tables beside each other different ones", () => {
  for (let number = 0; number < 50; number++) {
    const list = listIcebreakers([], number);
    expect(new Set(list).size).toBe(5);
    expect(list[0]).not.toBe(listIcebreakers([], number + 1)[0]);
  }
});

test("a sentence that no question made is no key to anything", () => {
  expect(listIcebreakers(["Most of you __proto__.", "Most of you constructor.", "", "x"], 1)).toHaveLength(5);
  expect(findIcebreaker("toString")).toBe(undefined);
});
