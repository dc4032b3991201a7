/** A night, or a seating, out of a stranger's JSON; or a sentence that says what is wrong with it and where. */
import * as z from "zod";
import type { Night, Seating } from "../matching/night.ts";
import { relaxable } from "../matching/night.ts";
import { type Answer, mostWeight, type Question } from "../matching/question.ts";
import { version } from "../matching/solve.ts";

const most = 20_000;
const name = z.string().min(1).max(100);
const mask = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const names = z.array(name).max(most).default([]);

const question = z.strictObject({
  id: z.int(),
  kind: z.enum(["single", "multiple", "range", "country", "year"]),
  choices: z.int().min(0).max(100).default(0),
  rule: z.enum(["similar", "overlap", "complementary", "ignore"]),
  weight: z.int().min(0).max(mostWeight),
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
  seed: mask.default(0),
  relax: z.array(z.enum(relaxable)).optional(),
  floor: z.boolean().optional(),
  proposals: z.int().min(0).max(1e9).optional(),
});

export function readNight(text: string): Night | string {
  const json = parse(text);
  if (typeof json === "string") return json;
  const { data, error } = night.safeParse(json.value);
  if (error) return sentence(error);
  return fault(data) ?? data;
}

export function readSeating(text: string): Seating | string {
  const json = parse(text);
  if (typeof json === "string") return json;
  const head = z.looseObject({ version: z.int(), seed: mask, hash: z.string() }).safeParse(json.value);
  if (head.error) return sentence(head.error);
  if (head.data.version !== version)
    return `It was made by version ${head.data.version} of the rules, and this is version ${version}.`;
  return json.value as Seating;
}

function parse(text: string): { value: unknown } | string {
  if (text.trim() === "") return "The file is empty.";
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return `Line ${lineOfFault(text, String(error))} is not JSON.`;
  }
}

/** Engines say where JSON ends to make sense as a position, as a line, or, at the end of the text, not at all. */
function lineOfFault(text: string, message: string): number {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split("\n").length;
}

function sentence({ issues }: z.ZodError): string {
  const [issue] = issues;
  const path = (issue?.path ?? []).map((step) =>
    typeof step === "number" ? `[${step}]` : `.${short(String(step))}`,
  );
  return `${path.join("").replace(/^\./, "") || "The file"}: ${short(issue?.message ?? "is not as it should be", 160)}.`;
}

const short = (text: string, length = 40) => (text.length > length ? `${text.slice(0, length)}…` : text);

/** What a schema can't see: names that stand twice or for nobody, and answers nobody could have chosen. */
function fault({ questions, venues, diners }: z.output<typeof night>): string | undefined {
  for (const [list, entries] of Object.entries({ questions, venues, diners })) {
    const seen = new Set<string | number>();
    for (const [i, { id }] of entries.entries()) {
      if (seen.has(id)) return `${list}[${i}].id: "${short(String(id))}" stands twice.`;
      seen.add(id);
    }
  }
  const known = {
    venues: new Set(venues.map(({ id }) => id)),
    diners: new Set(diners.map(({ id }) => id)),
    questions: new Map(questions.map((each) => [String(each.id), each])),
  };
  for (const [i, { venue, answers, avoid, met }] of diners.entries()) {
    const at = `diners[${i}]`;
    if (!known.venues.has(venue)) return `${at}.venue: there is no venue "${short(venue)}".`;
    for (const [field, ids] of Object.entries({ avoid, met })) {
      const stranger = ids.findIndex((id) => !known.diners.has(id));
      if (stranger >= 0)
        return `${at}.${field}[${stranger}]: there is no diner "${short(ids[stranger] ?? "")}".`;
    }
    for (const [id, answer] of Object.entries(answers)) {
      const asked = known.questions.get(id);
      if (!asked) return `${at}.answers: there is no question ${short(id)}.`;
      if (!fits(asked, answer))
        return `${at}.answers.${id}: this is no answer to a question of kind ${asked.kind}.`;
    }
  }
  return undefined;
}

function fits({ kind, choices }: Question, answer: Answer): boolean {
  if (answer.length === 0) return true;
  if (kind !== "multiple" && answer.length > 1) return false;
  if (new Set(answer).size < answer.length) return false;
  if (kind === "country") return answer.every((code) => typeof code === "string");
  const last = kind === "range" ? 10 : kind === "year" ? 9_999 : choices;
  return answer.every((position) => typeof position === "number" && position >= 1 && position <= last);
}
