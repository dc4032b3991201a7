/** The quiz as one file: how it is written, and what is read of it. */
import * as z from "zod";
import { foldName } from "#app/lib/account/name-key.ts";
import { tellsOf } from "#app/lib/quiz/quiz.ts";
import type { StoredQuestion } from "#app/models/quiz/edit-quiz.server.ts";
import { text } from "#app/operations/inputs.ts";
import { usageError } from "#app/operations/operation.ts";
import { nameKey } from "#app/operations/words.ts";
import { kindOf } from "./quiz.ts";

const maxQuestions = 100;
/** The id of a question is at most this. */
const maxId = 99_999;

const shortText = text(80);
const number = (from: number, to: number) =>
  z
    .number(`is a whole number from ${from} to ${to}`)
    .refine((value) => Number.isInteger(value) && value >= from && value <= to, {
      message: `is a whole number from ${from} to ${to}`,
    });
const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `is one of ${names.join(", ")}`);
const flag = z.boolean("is true or false").default(false);
const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, "is a list").max(max, `has at most ${max} entries`).default([]);

const rules = ["similar", "overlap", "complementary", "ignore"] as const;

export const fileQuestion = z.strictObject(
  {
    id: number(1, maxId).optional(),
    question: text(200),
    about: oneOf(["personality", "food", "identity"]),
    kind: oneOf(["one", "several", "scale", "country", "year"]),
    choices: listOf(shortText, 60),
    low: shortText.optional(),
    high: shortText.optional(),
    help: text(300).optional(),
    asked: oneOf(["always", "later", "for company", "never"]).default("always"),
    optional: flag,
    rule: oneOf(rules).default("ignore"),
    weight: number(0, 10).default(0),
    tells_of: oneOf(tellsOf).default("not said"),
    sensitive: flag,
    consent: flag,
    says: listOf(text(120), 60),
    company: z.union([z.literal("all"), z.array(shortText)], 'is a list of choices, or "all"').default([]),
    company_says: z.record(z.string(), shortText, "is a table of choices and phrases").default({}),
    talkers: listOf(number(1, 60), 60),
  },
  {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" ? `has no field ${(keys as string[])[0]}` : undefined,
  },
);

export type FileQuestion = z.output<typeof fileQuestion>;

const header = (
  club: string,
) => `# The questions of ${club}, in the order in which they are asked. Edit this file, then look at what it would do:
#   npm run ops -- quiz import FILE --dry-run
#
# id            what answers refer to; leave it out of a new question, and never give it to another one
# question      what is asked
# about         personality, food or identity: its part of the quiz
# kind          one (of the choices), several, scale (1 to 10), country or year (of birth)
# choices       in their order, which can't change once somebody has answered; new ones come last
# low, high     what the two ends of a scale mean
# help          a sentence below the question. What the tables do with marked choices is said by itself
# asked         always: in the quiz; later: not in the quiz, but after a booking and in the settings, to answer or to leave;
#               "for company": only while a choice is in company; never: it is retired, and its answers stay
# optional      true if it can be skipped
# rule          how two answers are compared: similar, overlap (of several), complementary, or ignore
# weight        how much it counts, 0 to 10
# tells_of      ${tellsOf.join(", ")}. Only of tastes is the weight learned
# sensitive     true if nobody at the table may learn of it, not even in counts
# consent       true if an answer can say something about health or belief: then it is saved with the diner's consent only
# says          for each choice (of a scale: for its low and its high end) what a table may read that it shares, after "You all"
# company       choices that nobody should be the only one at a table with, or "all"
# company_says  for such choices, what a diner is told of somebody else: { "New in town" = "is new in town" }
# talkers       places of the choices of people who start conversations; one question of the quiz has them
`;

/** JSON and TOML write strings, numbers, lists and booleans alike. */
const write = (value: unknown) => JSON.stringify(value).replaceAll("\x7f", "\\u007f");

function writeField(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.map(write);
    const line = `${name} = [${items.join(", ")}]`;
    return line.length < 100 ? line : `${name} = [\n${items.map((item) => `  ${item},\n`).join("")}]`;
  }
  if (typeof value !== "object") return `${name} = ${write(value)}`;
  const pairs = Object.entries(value ?? {}).map(([key, each]) => `${write(key)} = ${write(each)}`);
  return `${name} = { ${pairs.join(", ")} }`;
}

const isDefault = (value: unknown) =>
  value === undefined ||
  value === false ||
  value === "always" ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

export const writeQuizFile = (club: string, questions: StoredQuestion[]): string =>
  [header(club), ...questions.map(writeQuestion)].join("\n");

function writeQuestion(question: StoredQuestion): string {
  const lines = Object.entries(toFile(question)).flatMap(([name, value]) =>
    isDefault(value) ? [] : [writeField(name, value)],
  );
  const role = question.role ? ` # the club reads its answers as ${question.role}, so it stays` : "";
  return `[[question]]${role}\n${lines.join("\n")}\n`;
}

export function toFile(question: StoredQuestion): FileQuestion {
  const { id, choices, minLabel, maxLabel, help, company, companySays } = question;
  const nameChoice = (place: number | string) => choices[Number(place) - 1] ?? String(place);
  return {
    id,
    question: question.question,
    about: question.category,
    kind: kindOf(question),
    choices,
    low: minLabel ?? undefined,
    high: maxLabel ?? undefined,
    help: help ?? undefined,
    asked: question.asked,
    optional: question.optional,
    rule: question.rule,
    weight: question.weight,
    tells_of: question.tellsOf,
    sensitive: question.sensitive,
    consent: question.needsConsent,
    says: question.says ?? [],
    company: company === "all" ? company : (company ?? []).map(nameChoice),
    company_says: Object.fromEntries(
      Object.entries(companySays ?? {}).map(([place, phrase]) => [nameChoice(place), phrase]),
    ),
    talkers: question.talkers ?? [],
  };
}

export interface ReadQuestion extends FileQuestion {
  /** "Question 3 in line 41, “How loud may the music be?”," */
  where: string;
}

/** Checks each question for itself and with the others; a refusal names the question and its line. */
export function readQuizFile(content: string, parsed: unknown): ReadQuestion[] {
  const lines = content.split("\n");
  const starts = lines.flatMap((line, i) => (/^\s*\[\[\s*question\s*\]\]/.test(line) ? [i + 1] : []));
  const { question: found, ...others } = (parsed ?? {}) as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) throw usageError(`The file has ${quote(other)}, and only [[question]] is known.`);
  if (!Array.isArray(found) || found.length === 0) throw usageError("The file has no [[question]].");
  if (found.length > maxQuestions) throw usageError(`A quiz has at most ${maxQuestions} questions.`);
  const questions = found.map((each, i): ReadQuestion => {
    const line = starts.length === found.length ? ` in line ${starts[i]}` : "";
    const named = typeof each?.question === "string" ? `, ${quote(each.question)},` : "";
    const where = `Question ${i + 1}${line}${named}`;
    const { data, error } = fileQuestion.safeParse(each);
    const [issue] = error?.issues ?? [];
    if (issue) throw usageError(`${where} ${describeIssue(issue)}.`);
    const question = { ...(data as FileQuestion), where };
    const problem = findProblem(question);
    if (problem) throw usageError(`${where} ${problem}.`);
    return question;
  });
  for (const [i, { id, question, where }] of questions.entries()) {
    const before = questions.slice(0, i);
    if (id !== undefined && before.some((each) => each.id === id))
      throw usageError(`${where} has the id ${id}, as another one has.`);
    if (before.some((each) => foldName(each.question) === foldName(question)))
      throw usageError(`${where} is in the file twice.`);
  }
  return questions;
}

const quote = (typed: string) => `“${typed.length > 60 ? `${typed.slice(0, 59)}…` : typed}”`;

function describeIssue({ path, message, code }: z.core.$ZodIssue): string {
  const field = path.map((part) => (typeof part === "number" ? part + 1 : part)).join(" ");
  const problem =
    code === "invalid_type" && /Invalid input/.test(message) ? "is missing or of another type" : message;
  return `${field} ${problem.replace(/\.$/, "")}`.trim();
}

/** Says what of one question does not go together. */
function findProblem(question: FileQuestion): string | undefined {
  const { kind, choices, low, high, says, company, talkers, asked, rule } = question;
  const hasChoices = kind === "one" || kind === "several";
  if (hasChoices && choices.length < 2) return "needs two choices or more";
  if (!hasChoices && choices.length > 0) return `has choices, and its kind is ${kind}`;
  const twice = choices.find((choice, i) =>
    choices.some((each, j) => j < i && nameKey(each) === nameKey(choice)),
  );
  if (twice) return `has the choice ${quote(twice)} twice`;
  if ((kind === "scale") !== Boolean(low && high))
    return "needs low and high if it is a scale, and only then";
  const needed = kind === "scale" ? 2 : choices.length;
  if (says.length > 0 && says.length !== needed)
    return `says ${says.length} things, and needs ${needed} or none`;
  const marked = [...(company === "all" ? [] : company), ...Object.keys(question.company_says)];
  const unknown = marked.find((choice) => !choices.includes(choice));
  if (unknown !== undefined) return `has no choice ${quote(unknown)}, which it names for company`;
  if (marked.length > 0 && !hasChoices) return "can have no company: it has no choices";
  if (company === "all" && (kind === "scale" || kind === "year"))
    return "can have no company: it has no choices";
  if (question.consent && Object.keys(question.company_says).length > 0)
    return "tells somebody else of an answer that needs consent: empty company_says";
  if (talkers.some((place) => place > (kind === "scale" ? 10 : choices.length)))
    return "has no choice at a place of talkers";
  if (rule === "overlap" && kind !== "several") return "has the rule overlap, which is for several choices";
  if (asked === "for company" && rule !== "ignore") return "is asked for company only, so its rule is ignore";
  if (asked === "later" && !question.optional) return "is asked later, so it needs optional = true";
  const { tells_of: tells, sensitive, consent } = question;
  if (tells === "tastes" && (sensitive || consent || kind === "country" || kind === "year"))
    return "tells of more than tastes: say of what in tells_of";
  if ((tells === "health" || tells === "belief") && !(sensitive && consent))
    return `tells of ${tells}, so it needs sensitive = true and consent = true`;
  return undefined;
}
