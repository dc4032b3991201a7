import * as z from "zod";
import type { Diner } from "#app/matching/diner.ts";
import { type MatchInput, relaxableRules } from "#app/matching/match-input.ts";
import { maxWeight, partsPerWeight } from "#app/matching/question.ts";
import type { Seating } from "#app/matching/seating.ts";
import { rulesVersion } from "#app/matching/solve.ts";
import { maxPoints, usualPoints } from "#app/matching/terms/table-terms.ts";
import type { FullRecord } from "#app/models/matching/recorded-result.ts";
import { findInputError } from "./match-input-errors.ts";
import { describeError, type JsonError, type JsonFile, quoteSafely } from "./read-json-file.ts";

const maxCount = 20_000;
const maxChoices = 100;
const missing = "this is missing";
const format = (number: number) => number.toLocaleString("en");

/** In one sentence with both limits. zod names the limits of JavaScript instead. */
function wholeNumber(min: number, max: number) {
  const sentence = `this must be a whole number from ${format(min)} to ${format(max)}`;
  return z
    .number({ error: ({ input }) => (input === undefined ? missing : sentence) })
    .refine((number) => Number.isInteger(number) && number >= min && number <= max, sentence);
}

/** Its length is checked first, because zod would look at every entry of a list that is far too long. */
const listOf = <T extends z.ZodType>(entry: T, max: number, noun = "entries") =>
  z
    .custom<unknown[]>((value) => !Array.isArray(value) || value.length <= max, {
      error: `there are more than ${format(max)} ${noun}`,
      abort: true,
    })
    .pipe(z.array(entry));

const anyWholeNumber = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const maxIdLength = 100;
const id = z.string().min(1).max(maxIdLength);
const bitMask = wholeNumber(0, 2 ** 31 - 1);
const seed = wholeNumber(0, 2 ** 32 - 1);

const choice = wholeNumber(1, maxChoices);

const question = z
  .strictObject({
    id: anyWholeNumber,
    kind: z.enum(["single", "multiple", "range", "country", "year"]),
    choices: wholeNumber(0, maxChoices).optional(),
    rule: z.enum(["similar", "overlap", "complementary", "ignore"]),
    weight: wholeNumber(0, partsPerWeight * maxWeight),
    sensitive: z.boolean().default(true),
    says: z.array(z.string().max(200)).max(maxChoices).optional(),
    company: z
      .union([z.literal("all"), z.array(choice).min(1).max(maxChoices)], {
        error: 'this must be "all" or a list of choices',
      })
      .optional(),
  })
  .superRefine(({ kind, choices }, { addIssue }) => {
    if (choices || (kind !== "single" && kind !== "multiple")) return;
    const message =
      choices === undefined
        ? `${missing}: a question of kind ${kind} needs the number of its choices`
        : `this must be a whole number from 1 to ${maxChoices}`;
    addIssue({ code: "custom", path: ["choices"], message });
  })
  .transform(({ choices = 0, ...others }) => ({ ...others, choices }));

const maxAnswerLength = 100;
const isChoice = (choice: unknown) =>
  Number.isSafeInteger(choice) || (typeof choice === "string" && choice.length <= maxAnswerLength);
const isAnswer = (value: unknown) =>
  Array.isArray(value) && value.length <= maxAnswerLength && value.every(isChoice);

const answers = checkEntries<Diner["answers"]>({
  isRightKind: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  sentence: "this must be an object",
  isEntry: isAnswer,
  entrySentence: "this must be a list of whole numbers or texts",
}).default({});

const ids = checkEntries<readonly string[]>({
  isRightKind: Array.isArray,
  sentence: "this must be a list of ids",
  isEntry: (value) => typeof value === "string" && value.length >= 1 && value.length <= maxIdLength,
  entrySentence: `this must be an id of 1 to ${maxIdLength} characters`,
}).default([]);

const maxPriceLevel = 100;
const priceLevel = wholeNumber(0, maxPriceLevel);
const yesOrNo = z.boolean("this must be true or false");

const diner = z.strictObject({
  id,
  answers: answers.default({}),
  priority: anyWholeNumber.default(0),
  bookedAt: anyWholeNumber.default(0),
  languages: bitMask.default(0),
  diets: bitMask.default(0),
  maxPrice: priceLevel.optional(),
  stepFree: yesOrNo.optional(),
  avoid: ids,
  met: ids,
  firstDinner: yesOrNo.optional(),
  boost: yesOrNo.optional(),
});

const venue = z.strictObject({
  id,
  diets: bitMask.default(0),
  tables: wholeNumber(0, maxCount),
  price: priceLevel.optional(),
  stepFree: yesOrNo.optional(),
});

const pointsSentence = `this must be a number from 0 to ${maxPoints}`;
const points = z
  .number(pointsSentence)
  .refine((number) => number >= 0 && number <= maxPoints, pointsSentence);
const years = wholeNumber(0, 100);
const { age: usualAge, talker: usualTalker } = usualPoints;

const terms = z.strictObject({
  company: points.optional(),
  age: z
    .strictObject({
      question: anyWholeNumber,
      alone: points.default(usualAge.alone),
      nearYears: years.default(usualAge.nearYears),
      wide: points.default(usualAge.wide),
      wideYears: years.default(usualAge.wideYears),
    })
    .optional(),
  talker: z
    .strictObject({
      question: anyWholeNumber,
      choices: z.array(choice).min(1).max(maxChoices),
      missing: points.default(usualTalker.missing),
    })
    .optional(),
  wish: points.optional(),
});

const matchInput = z.strictObject({
  questions: listOf(question, 200, "questions"),
  venues: listOf(venue, 1_000, "venues"),
  diners: listOf(diner, maxCount, "diners"),
  seed: seed.default(0),
  relax: z.array(z.enum(relaxableRules)).optional(),
  floor: z.boolean().optional(),
  proposals: wholeNumber(0, 1e9).optional(),
  terms: terms.optional(),
  wishes: listOf(z.tuple([id, id], "this must be a pair of ids"), maxCount, "pairs").optional(),
  together: listOf(z.array(id).min(2).max(4), maxCount, "groups").optional(),
  /** Read by `readMatchRecord`. */
  record: z.unknown().optional(),
});

interface EntryRules {
  isRightKind(value: unknown): boolean;
  sentence: string;
  isEntry(value: unknown): boolean;
  entrySentence: string;
}

/** Without zod's own lists and records: it copies them, and these are most of a file. */
function checkEntries<T>({ isRightKind, sentence, isEntry, entrySentence }: EntryRules) {
  return z.custom<T>().superRefine((value: unknown, { addIssue }) => {
    if (!isRightKind(value)) return addIssue({ code: "custom", message: sentence });
    const wrong = Array.isArray(value)
      ? value.findIndex((entry) => !isEntry(entry))
      : (Object.entries(value as object).find(([, entry]) => !isEntry(entry))?.[0] ?? -1);
    if (wrong !== -1) addIssue({ code: "custom", path: [wrong], message: entrySentence });
  });
}

const text = z.string();
const part = text.nullable();
const matchRecord = z.object({
  frame: text,
  entriesHash: text,
  rulesVersion: anyWholeNumber,
  seatingHash: text,
  resultHash: text,
  entries: listOf(
    z.object({
      hash: text,
      salt: part,
      entry: part,
      relationsSalt: part,
      relations: part,
      groupNumber: anyWholeNumber.nullable(),
    }),
    maxCount,
  ),
  groups: listOf(
    z.object({ number: anyWholeNumber, venueId: text.nullable(), salt: text, hash: text }),
    maxCount,
    "groups",
  ),
});

/** Returns the match input with its defaults, or its first error. */
export function checkMatchInput(value: unknown): { input: MatchInput } | { error: JsonError } {
  const checked = check(matchInput, value);
  if ("error" in checked) return checked;
  const input: MatchInput = checked.data;
  const error = findInputError(input);
  return error ? { error } : { input };
}

/** Returns a sentence where the file is wrong. */
export function readMatchInput(file: JsonFile): MatchInput | string {
  const checked = checkMatchInput(file.value);
  return "error" in checked ? describeError(file, checked.error) : checked.input;
}

/** The record that `ops match export` writes beside the match input. Returns a sentence where there is none. */
export function readMatchRecord(file: JsonFile): FullRecord | string {
  const checked = check(z.object({ record: matchRecord }), file.value);
  return "error" in checked ? describeError(file, checked.error) : checked.data.record;
}

export function readSeating(file: JsonFile): Seating | string {
  const checked = check(z.looseObject({ version: anyWholeNumber, seed, hash: text }), file.value);
  if ("error" in checked) return describeError(file, checked.error);
  const { version } = checked.data;
  if (version !== rulesVersion)
    return `It was made by version ${version} of the rules, and this is version ${rulesVersion}.`;
  return file.value as Seating;
}

function check<T>(schema: z.ZodType<T>, value: unknown): { data: T } | { error: JsonError } {
  const { data, error } = schema.safeParse(value, {
    error: ({ input }) => (input === undefined ? missing : undefined),
  });
  return error ? { error: toJsonError(error) } : { data: data as T };
}

const toJsonError = ({ issues: [issue] }: z.ZodError): JsonError => ({
  path: (issue?.path ?? []).map((step) => (typeof step === "number" ? step : String(step))),
  message: `${quoteSafely(issue?.message ?? "Invalid input", 160)}.`,
});
