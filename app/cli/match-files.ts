/** Reads the files of `npm run match`, and explains in one sentence what is wrong with them. docs/matcher.md lists the fields. */

import { readFileSync } from "node:fs";
import * as z from "zod";
import { rangeMax } from "#app/lib/quiz/quiz.ts";
import type { Answer } from "#app/matching/match-input.ts";
import {
  type MatchInput,
  type MatchQuestion,
  maxWeight,
  partsPerWeight,
  relaxableRules,
} from "#app/matching/match-input.ts";
import type { Seating } from "#app/matching/seating.ts";
import { match, rulesVersion, verifySeating } from "#app/matching/solve.ts";
import { maxPoints, usualPoints } from "#app/matching/terms/diner-terms.ts";
import {
  type FullRecord,
  isRecordIntact,
  openDiners,
  standbyNumber,
} from "#app/models/seating/recorded-result.ts";
import { escapeInvisible } from "./terminal-text.mjs";

export class WrongFile extends Error {}

export function readJson(file: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)));
  } catch (error) {
    throw new WrongFile(toSentence(file, "can’t be read", (error as Error).message));
  }
}

/** Throws zod's first message, after the place in the file. */
export function check<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const [{ path, message } = { path: [], message: "Invalid input" }] = error.issues;
  throw new WrongFile(toSentence(name, z.core.toDotPath(path), message));
}

/** Fits on one line of the terminal, whatever the file contains. */
const toSentence = (...parts: string[]) =>
  `${parts
    .filter(Boolean)
    .map((part) => (part.length > 200 ? `${part.slice(0, 200)}…` : part))
    .map((part) => escapeInvisible(part))
    .join(": ")}.`;

const id = z.string().min(1).max(100);
const ids = z.array(id).default([]);
const anyInteger = z.int();
const integer = (min: number, max: number) => z.int().min(min).max(max);
const bits = integer(0, 2 ** 31 - 1);
const level = integer(0, 100).optional();
const choices = z.array(integer(1, 100)).min(1).max(100);
const points = z.number().min(0).max(maxPoints);
const years = integer(0, 100);
const answer = z.array(z.union([z.int(), z.string().max(100)])).max(100);
const { age: usualAge, talker: usualTalker } = usualPoints;

const question = z.strictObject({
  id: anyInteger,
  kind: z.enum(["single", "multiple", "range", "country", "year"]),
  choices: integer(0, 100).default(0),
  rule: z.enum(["similar", "overlap", "complementary", "ignore"]),
  weight: integer(0, partsPerWeight * maxWeight),
  sensitive: z.boolean().default(true),
  says: z.array(z.string().max(200)).max(100).optional(),
  company: z.union([z.literal("all"), choices]).optional(),
});

const venue = z.strictObject({
  id,
  diets: bits.default(0),
  tables: integer(0, 20_000),
  price: level,
  stepFree: z.boolean().optional(),
});

const diner = z.strictObject({
  id,
  answers: z.record(z.string(), answer).default({}),
  priority: anyInteger.default(0),
  bookedAt: anyInteger.default(0),
  languages: bits.default(0),
  diets: bits.default(0),
  maxPrice: level,
  stepFree: z.boolean().optional(),
  avoid: ids,
  met: ids,
  firstDinner: z.boolean().optional(),
  boost: z.boolean().optional(),
});

const terms = z.strictObject({
  company: points.optional(),
  age: z
    .strictObject({
      question: anyInteger,
      alone: points.default(usualAge.alone),
      nearYears: years.default(usualAge.nearYears),
      wide: points.default(usualAge.wide),
      wideYears: years.default(usualAge.wideYears),
    })
    .optional(),
  talker: z
    .strictObject({ question: anyInteger, choices, missing: points.default(usualTalker.missing) })
    .optional(),
  wish: points.optional(),
});

/** Fills in the defaults. A file of `ops match export` also has the match record. */
export const matchInput: z.ZodType<MatchInput> = z
  .strictObject({
    questions: z.array(question).max(200),
    venues: z.array(venue).max(1_000),
    diners: z.array(diner).max(20_000),
    seed: integer(0, 2 ** 32 - 1).default(0),
    relax: z.array(z.enum(relaxableRules)).optional(),
    floor: z.boolean().optional(),
    proposals: integer(0, 1e9).optional(),
    terms: terms.optional(),
    wishes: z.array(z.tuple([id, id])).optional(),
    together: z.array(z.array(id).min(2).max(4)).optional(),
    record: z.unknown().optional(),
  })
  .transform(({ record, ...input }) => input)
  .superRefine((input, { addIssue }) => {
    for (const [path, message] of findProblems(input)) return addIssue({ code: "custom", path, message });
  });

type Problem = [path: (string | number)[], message: string];

/** Finds parts of the file that contradict each other. */
function* findProblems(input: MatchInput): Generator<Problem> {
  const { questions, venues, diners, terms: { age, talker } = {}, wishes = [], together = [] } = input;
  for (const [list, entries] of Object.entries({ questions, venues, diners })) {
    const known = new Set<string | number>();
    for (const [i, { id: each }] of entries.entries()) {
      if (known.has(each)) yield [[list, i, "id"], "it is used twice"];
      known.add(each);
    }
  }
  // This keeps the worth of a table within the matcher's integers.
  if (questions.reduce((sum, { weight }) => sum + weight, 0) > 2_000)
    yield [["questions"], "the weights add up to more than 2000"];
  if (questions.filter(({ company }) => company).length > 8)
    yield [["questions"], "more than 8 questions have company"];
  for (const [i, { kind, choices: count, company }] of questions.entries()) {
    const hasChoices = kind === "single" || kind === "multiple";
    if (hasChoices && count === 0)
      yield [["questions", i, "choices"], "a question of this kind needs choices"];
    if (company && !hasChoices && !(kind === "country" && company === "all"))
      yield [["questions", i, "company"], "a question of this kind can’t have it"];
    if (company && company !== "all" && company.some((choice) => choice > count))
      yield [["questions", i, "company"], "there are fewer choices"];
  }
  const byId = new Map(questions.map((each) => [String(each.id), each]));
  if (age && byId.get(String(age.question))?.kind !== "year")
    yield [["terms", "age", "question"], "there is no such question of kind year"];
  if (talker && !byId.has(String(talker.question)))
    yield [["terms", "talker", "question"], "there is no such question"];
  const byDiner = new Map(diners.map((each) => [each.id, each]));
  for (const [i, { id: own, avoid, met, answers }] of diners.entries()) {
    for (const [list, others] of Object.entries({ avoid, met }))
      for (const [k, other] of others.entries())
        if (other === own || !byDiner.has(other))
          yield [["diners", i, list, k], "there is no other diner of this id"];
    for (const [key, given] of Object.entries(answers))
      if (!isPossible(byId.get(key), given))
        yield [["diners", i, "answers", key], "the question has no such answer"];
  }
  const seated = new Set<string>();
  for (const [list, groups] of Object.entries({ wishes, together }))
    for (const [i, group] of groups.entries()) {
      if (group.some((each) => !byDiner.has(each)) || new Set(group).size < group.length)
        yield [[list, i], "these are not ids of several diners"];
      if (list === "wishes") continue;
      if (group.some((each) => seated.has(each))) yield [[list, i], "one of them is in another group"];
      if (group.some((each) => byDiner.get(each)?.avoid.some((other) => group.includes(other))))
        yield [[list, i], "one of them avoids another"];
      for (const each of group) seated.add(each);
    }
}

function isPossible(asked: MatchQuestion | undefined, given: Answer): boolean {
  if (!asked || new Set(given).size < given.length) return false;
  if (asked.kind !== "multiple" && given.length > 1) return false;
  if (asked.kind === "country") return given.every((value) => typeof value === "string");
  const max = asked.kind === "range" ? rangeMax : asked.kind === "year" ? 9_999 : asked.choices;
  return given.every((value) => typeof value === "number" && value >= 1 && value <= max);
}

/** The parts of the matcher's result that are compared. */
const seating = z.looseObject({
  version: z.literal(rulesVersion, `this is version ${rulesVersion} of the rules`),
  seed: integer(0, 2 ** 32 - 1),
  hash: z.string(),
});

const text = z.string();
const json = text.refine(isJsonObject, "this is not the JSON of an object");

function isJsonObject(value: string): boolean {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "object" && parsed !== null;
  } catch {
    return false;
  }
}

/** Anybody can write a record whose hashes fit, so it is checked like the rest of a file. */
const recordFile = z.object({
  record: z.object({
    frame: json,
    entriesHash: text,
    rulesVersion: z.literal(rulesVersion, `this is version ${rulesVersion} of the rules`),
    seatingHash: text,
    resultHash: text,
    entries: z.array(
      z.object({
        hash: text,
        salt: text.nullable(),
        entry: json.nullable(),
        relationsSalt: text.nullable(),
        relations: json.nullable(),
        groupNumber: anyInteger.nullable(),
      }),
    ),
    groups: z.array(z.object({ number: anyInteger, venueId: text.nullable(), salt: text, hash: text })),
  }),
});

export const isRecordHash = (result: string): boolean => /^[0-9a-f]{64}$/.test(result);

/** Returns a sentence about what does not fit. `result` is a file with a seating, its hash, or the hash of a match record. */
export function findProblem(file: string, result: string): string | undefined {
  const value = readJson(file);
  if (isRecordHash(result)) return findRecordProblem(check(recordFile, value, file).record, result);
  const isSame = isSeating(check(matchInput, value, file), result);
  return isSame ? undefined : "This is not the seating the matcher gives.";
}

function isSeating(input: MatchInput, result: string): boolean {
  if (/^[0-9a-f]{32}$/.test(result)) return match(input).hash === result;
  const value = readJson(result);
  check(seating, value, result);
  return verifySeating(input, value as Seating);
}

/** Checks every hash, repeats the matching run, and compares its tables with the recorded ones. */
export function findRecordProblem(record: FullRecord, resultHash: string): string | undefined {
  if (record.resultHash !== resultHash) return "This is the record of another result.";
  if (!isRecordIntact(record)) return "The record does not fit its hashes.";
  const opened = openDiners(record.entries);
  if (opened.diners.length < record.entries.length)
    return "An entry was erased, so the matching run can’t be repeated.";
  const input = check(matchInput, { ...JSON.parse(record.frame), ...opened }, "The record");
  const { tables, hash } = match(input);
  const numbers = new Map(tables.flatMap(({ diners }, i) => diners.map((id) => [id, i + 1] as const)));
  const isSame = opened.diners.every(
    ({ id }, i) => (numbers.get(id) ?? standbyNumber) === record.entries[i]?.groupNumber,
  );
  return isSame && hash === record.seatingHash ? undefined : "These are not the tables the matcher gives.";
}
