/** A night, or a seating, out of a stranger's JSON; or a sentence that says what is wrong with it and where. */
import * as z from "zod";
import type { MatchInput, Seating } from "#app/matching/match-input.ts";
import { relaxable } from "#app/matching/match-input.ts";
import { maxWeight } from "#app/matching/question.ts";
import { version } from "#app/matching/solve.ts";
import { type Fault, isTooDeep, lineOf, lineOfNonsense, short } from "./json-errors.ts";
import { faultOf } from "./match-input-errors.ts";

const most = 20_000;
const name = z.string().min(1).max(100);
const mask = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const seed = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);
const names = z.array(name).max(most).default([]);

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
  id: name,
  venue: name,
  answers: z.record(z.string(), z.array(z.union([z.int(), z.string().max(100)])).max(100)).default({}),
  priority: z.int().default(0),
  bookedAt: z.int().default(0),
  languages: mask.default(0),
  diets: mask.default(0),
  avoid: names,
  met: names,
});

const venue = z.strictObject({ id: name, diets: mask.default(0), tables: z.int().min(0).max(most) });

const night = z.strictObject({
  questions: z.array(question).max(200),
  venues: z.array(venue).max(1_000),
  diners: z.array(diner).max(most),
  seed: seed.default(0),
  relax: z.array(z.enum(relaxable)).optional(),
  floor: z.boolean().optional(),
  proposals: z.int().min(0).max(1e9).optional(),
});

export function readNight(text: string): MatchInput | string {
  const json = parse(text);
  if (typeof json === "string") return json;
  const { data, error } = night.safeParse(json.value);
  const fault = error ? firstOf(error) : faultOf(data);
  return fault ? sentence(text, fault) : (data as MatchInput);
}

export function readSeating(text: string): Seating | string {
  const json = parse(text);
  if (typeof json === "string") return json;
  const head = z.looseObject({ version: z.int(), seed, hash: z.string() }).safeParse(json.value);
  if (head.error) return sentence(text, firstOf(head.error));
  if (head.data.version !== version)
    return `It was made by version ${head.data.version} of the rules, and this is version ${version}.`;
  return json.value as Seating;
}

function parse(text: string): { value: unknown } | string {
  if (text.trim() === "") return "The file is empty.";
  if (isTooDeep(text)) return "The file is nested too deeply.";
  try {
    return { value: JSON.parse(text) };
  } catch {
    return `Line ${lineOfNonsense(text)} is not JSON.`;
  }
}

const firstOf = ({ issues: [issue] }: z.ZodError): Fault => ({
  path: (issue?.path ?? []).map((step) => (typeof step === "number" ? step : String(step))),
  says: `${short(issue?.message ?? "is not as it should be", 160)}.`,
});

function sentence(text: string, { path, says }: Fault): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${short(step)}`));
  const where = steps.join("").replace(/^\./, "");
  return where ? `Line ${lineOf(text, path)}, ${where}: ${says}` : `The file: ${says}`;
}
