import * as z from "zod";
import { type MatchInput, relaxableRules } from "#app/matching/match-input.ts";
import { maxWeight } from "#app/matching/question.ts";
import type { Seating } from "#app/matching/seating.ts";
import { rulesVersion } from "#app/matching/solve.ts";
import type { FullRecord } from "#app/models/matching/recorded-result.ts";
import { findLine, findSyntaxErrorLine, isTooDeep, type JsonError, quoteSafely } from "./json-errors.ts";
import { findInputError } from "./match-input-errors.ts";

const maxCount = 20_000;
const id = z.string().min(1).max(100);
const bitMask = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const seed = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);
const ids = z.array(id).max(maxCount).default([]);

const question = z.strictObject({
  id: z.int(),
  kind: z.enum(["single", "multiple", "range", "country", "year"]),
  choices: z.int().min(0).max(100).default(0),
  rule: z.enum(["similar", "overlap", "complementary", "ignore"]),
  weight: z.int().min(0).max(maxWeight),
  sensitive: z.boolean().default(true),
  says: z.array(z.string().max(200)).max(100).optional(),
});

const diner = z.strictObject({
  id,
  venue: id,
  answers: z.record(z.string(), z.array(z.union([z.int(), z.string().max(100)])).max(100)).default({}),
  priority: z.int().default(0),
  bookedAt: z.int().default(0),
  languages: bitMask.default(0),
  diets: bitMask.default(0),
  avoid: ids,
  met: ids,
});

const venue = z.strictObject({ id, diets: bitMask.default(0), tables: z.int().min(0).max(maxCount) });

const matchInput = z.strictObject({
  questions: z.array(question).max(200),
  venues: z.array(venue).max(1_000),
  diners: z.array(diner).max(maxCount),
  seed: seed.default(0),
  relax: z.array(z.enum(relaxableRules)).optional(),
  floor: z.boolean().optional(),
  proposals: z.int().min(0).max(1e9).optional(),
  /** Read by `readMatchRecord`. */
  record: z.unknown().optional(),
});

const text = z.string();
const part = text.nullable();
const matchRecord = z.object({
  frame: text,
  entriesHash: text,
  rulesVersion: z.int(),
  seatingHash: text,
  resultHash: text,
  entries: z
    .array(
      z.object({
        hash: text,
        salt: part,
        entry: part,
        relationsSalt: part,
        relations: part,
        groupNumber: z.int().nullable(),
      }),
    )
    .max(maxCount),
  groups: z.array(z.object({ number: z.int(), salt: text, hash: text })).max(maxCount),
});

/** Returns an error message where the file is wrong. */
export function readMatchInput(text: string): MatchInput | string {
  const json = parseJson(text);
  if (typeof json === "string") return json;
  const { data, error } = matchInput.safeParse(json.value);
  const inputError = error ? firstError(error) : findInputError(data);
  return inputError ? describeError(text, inputError) : (data as MatchInput);
}

/** The record that `ops match export` writes beside the match input. Returns an error message where there is none. */
export function readMatchRecord(json: string): FullRecord | string {
  const file = parseJson(json);
  if (typeof file === "string") return file;
  const { data, error } = z.object({ record: matchRecord }).safeParse(file.value);
  return error ? describeError(json, firstError(error)) : data.record;
}

export function readSeating(text: string): Seating | string {
  const json = parseJson(text);
  if (typeof json === "string") return json;
  const { data, error } = z.looseObject({ version: z.int(), seed, hash: z.string() }).safeParse(json.value);
  if (error) return describeError(text, firstError(error));
  if (data.version !== rulesVersion)
    return `It was made by version ${data.version} of the rules, and this is version ${rulesVersion}.`;
  return json.value as Seating;
}

function parseJson(text: string): { value: unknown } | string {
  if (text.trim() === "") return "The file is empty.";
  if (isTooDeep(text)) return "The file is nested too deeply.";
  try {
    return { value: JSON.parse(text) };
  } catch {
    return `Line ${findSyntaxErrorLine(text)} is not JSON.`;
  }
}

const firstError = ({ issues: [issue] }: z.ZodError): JsonError => ({
  path: (issue?.path ?? []).map((step) => (typeof step === "number" ? step : String(step))),
  message: `${quoteSafely(issue?.message ?? "Invalid input", 160)}.`,
});

function describeError(text: string, { path, message }: JsonError): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${quoteSafely(step)}`));
  const where = steps.join("").replace(/^\./, "");
  return where ? `Line ${findLine(text, path)}, ${where}: ${message}` : `The file: ${message}`;
}
