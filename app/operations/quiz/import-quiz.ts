import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { foldName } from "#app/lib/account/name-key.ts";
import {
  countAnswers,
  firstOwnId,
  listQuestions,
  maxMarkedQuestions,
  type StoredQuestion,
  saveQuestions,
} from "#app/models/quiz/edit-quiz.server.ts";
import { hasCompany } from "#app/models/quiz/quiz.server.ts";
import { findOutput, forceHelp, toFileError, writeTextFile } from "#app/operations/files.ts";
import { filePath } from "#app/operations/inputs.ts";
import { defineOperation, refusedError, usageError } from "#app/operations/operation.ts";
import { nameKey, plural } from "#app/operations/words.ts";
import { club } from "#club";
import { type ReadQuestion, readQuizFile, toFile, writeQuizFile } from "./quiz-file.ts";

const computerReason = "the quiz is edited in a file of that computer";

/** Far more than 100 questions need. */
const maxBytes = 256_000;

export const exportQuiz = defineOperation({
  verb: "export",
  arguments: "<file>",
  description:
    "Writes the questions of the quiz into one file that says what each field is, to edit and import.",
  example: "quiz export quiz.toml",
  concerns: "nobody",
  computerReason,
  options: { force: forceHelp },
  input: z.object({ file: filePath, force: z.boolean().default(false) }),
  checkInput: ({ file, force }) => void findOutput(file, force),
  async run({ db }, { file, force }) {
    const questions = await listQuestions(db);
    await writeTextFile(file, writeQuizFile(club.name, questions), { force });
    return {
      message: `Wrote ${plural(questions.length, "question")} into ${file}.`,
      data: { file, questions: questions.length },
    };
  },
});

export const importQuiz = defineOperation({
  verb: "import",
  arguments: "<file>",
  description:
    "Adds, changes and retires questions as a file says that quiz export wrote, after it has said what that means for diners. Answers stay. A question that the file does not have stays as it is.",
  example: "quiz import quiz.toml --dry-run",
  concerns: "nobody",
  computerReason,
  changesData: true,
  input: z.object({ file: filePath.regex(/\.toml$/, "is a file of quiz export, whose name ends in .toml") }),
  async run({ db }, { file }) {
    const wanted = readQuizFile(...(await readFile(file)));
    const [stored, { answered, finished }] = await Promise.all([listQuestions(db), countAnswers(db)]);
    const plan = planImport(wanted, stored, answered);
    const { rows, added, changed, retired, unansweredIds } = plan;
    if (rows.length === 0) return { message: "The quiz is as the file says already.", data: { changed: 0 } };
    const name = ({ id, question }: StoredQuestion) => `“${question}” (${id})`;
    const people = (count: number) => plural(count, "diner");
    const listed = stored.length + added.length - rows.length;
    return {
      summary: `add ${added.length}, change ${changed.length} and retire ${plural(retired.length, "question")} of the quiz`,
      details: [
        ...added.map(
          (question) =>
            `New: ${name(question)}. ${people(finished)} who finished the quiz ${question.asked === "later" ? "can answer it when they like" : `${finished === 1 ? "is" : "are"} asked it${question.optional ? ", and may skip it" : ""}; they keep their bookings meanwhile`}.`,
        ),
        ...changed.map(({ question, says }) => {
          const count = answered.get(question.id) ?? 0;
          return `Changed: ${name(question)}: ${says.join("; ")}. ${count === 0 ? "Nobody has answered it yet." : `${people(count)} answered it, and nobody is asked again.`}`;
        }),
        ...retired.map(
          (question) =>
            `Retired: ${name(question)}. ${people(answered.get(question.id) ?? 0)} answered it: their answers stay, nobody else is asked it, and it counts for no table.`,
        ),
        ...(plan.isReordered ? ["The order of the questions changes."] : []),
        ...added
          .filter(({ needsConsent }) => needsConsent)
          .map(
            (question) =>
              `${name(question)} is behind the consent to answers about food and health: ask nothing there that its text does not name.`,
          ),
        ...(listed > 0
          ? [`${plural(listed, "other question")} ${listed === 1 ? "stays as it is" : "stay as they are"}.`]
          : []),
      ],
      detailsData: {
        added: added.map(({ id }) => id),
        changed: changed.map(({ question, says }) => ({ id: question.id, says })),
        retired: retired.map(({ id }) => id),
      },
      needsConfirmation: true,
      canBeUndone: true,
      async apply() {
        if (!(await saveQuestions(db, rows, { newIds: added.map(({ id }) => id), unansweredIds })))
          throw refusedError(
            "The quiz changed or was answered in the meantime: nothing was changed. Try again.",
          );
        return {
          message:
            `The quiz has ${plural(stored.length + added.length, "question")} now${retired.length > 0 ? ", with those that are retired" : ""}. ${added.length > 0 ? "Export it again: the file then has the ids of the new ones." : ""}`.trim(),
          data: {
            added: added.map(({ id }) => id),
            changed: changed.length,
            retired: retired.map(({ id }) => id),
          },
        };
      },
    };
  },
});

async function readFile(file: string): Promise<[content: string, parsed: unknown]> {
  try {
    const { size } = statSync(file);
    if (size > maxBytes) throw usageError(`${file} has more than ${maxBytes / 1_000} kB: this is no quiz.`);
    const content = readFileSync(file, "utf8");
    // Other commands start faster without it.
    const { experimental_readRawConfig } = await import("wrangler");
    return [content, experimental_readRawConfig({ config: file }).rawConfig];
  } catch (error) {
    const { message, location } = error as Error & { location?: { line: number } };
    if (location) throw usageError(`${file} can’t be read: ${message}, in line ${location.line}.`);
    throw toFileError(error, file, "read");
  }
}

interface Change {
  question: StoredQuestion;
  says: string[];
}

function planImport(wanted: ReadQuestion[], stored: StoredQuestion[], answered: Map<number, number>) {
  const added: StoredQuestion[] = [];
  const changed: Change[] = [];
  const retired: StoredQuestion[] = [];
  const unansweredIds: number[] = [];
  const ofFile: StoredQuestion[] = [];
  let nextId = Math.max(firstOwnId - 1, ...[...stored, ...wanted].map(({ id = 0 }) => id));
  for (const each of wanted) {
    const known = findKnown(each, stored);
    if (!known) {
      const question = toRow(each, { id: each.id ?? ++nextId, position: 0, role: null, learnedWeight: null });
      added.push(question);
      ofFile.push(question);
      continue;
    }
    const question = toRow(each, known);
    ofFile.push(question);
    const before = toFile(known);
    const after = toFile(question);
    const says = describeChanges(before, after);
    if (says.length === 0) continue;
    const problem = findHarm(known, question);
    if (problem && (problem.isAlways || (answered.get(known.id) ?? 0) > 0))
      throw refusedError(
        `${each.where} ${problem.text}${problem.isAlways ? "" : `, and ${plural(answered.get(known.id) ?? 0, "diner")} answered it: set asked = "never", and add a new question instead`}.`,
      );
    if (problem) unansweredIds.push(known.id);
    if (after.asked === "never" && before.asked !== "never") retired.push(question);
    else changed.push({ question, says });
  }
  checkTogether(ofFile, stored);
  const { ordered, isReordered } = order(ofFile, stored);
  const byId = new Map(stored.map((question) => [question.id, question]));
  const rows = ordered.filter(
    (question) => JSON.stringify(byId.get(question.id)) !== JSON.stringify(question),
  );
  return { rows, added, changed, retired, unansweredIds, isReordered };
}

/** A question without an id is the one that asks the same, so that a file is imported twice without harm. */
function findKnown(
  { id, question, where }: ReadQuestion,
  stored: StoredQuestion[],
): StoredQuestion | undefined {
  const sameText = stored.find((each) => foldName(each.question) === foldName(question));
  if (id === undefined) return sameText;
  const known = stored.find((each) => each.id === id);
  if (!known && id < firstOwnId)
    throw usageError(
      `${where} has the id ${id}, which this club doesn’t know: leave the id out of a new question. Those below ${firstOwnId} are the product’s.`,
    );
  if (sameText && sameText.id !== id) throw usageError(`${where} asks what question ${sameText.id} asks.`);
  return known;
}

/** With the columns of `before` that the file does not have, and null where it had nothing and has nothing. */
function toRow(
  question: ReadQuestion,
  before: Partial<StoredQuestion> & Pick<StoredQuestion, "id" | "position" | "role" | "learnedWeight">,
): StoredQuestion {
  const { choices, kind, asked, company, says, talkers } = question;
  const place = (choice: string) => choices.indexOf(choice) + 1;
  const isRetired = asked === "never";
  const marked = isRetired
    ? []
    : company === "all"
      ? company
      : company.map(place).sort((one, other) => one - other);
  const keep = <List extends object | "all">(list: List, old: unknown) =>
    Object.keys(list).length === 0 && old === null ? null : list;
  return {
    ...before,
    question: question.question,
    choices,
    category: question.about,
    isMultipleChoice: kind === "several",
    isRange: kind === "scale",
    isCountry: kind === "country",
    isYear: kind === "year",
    optional: question.optional,
    minLabel: question.low ?? null,
    maxLabel: question.high ?? null,
    help: question.help ?? null,
    rule: isRetired ? "ignore" : question.rule,
    weight: isRetired ? 0 : question.weight,
    tellsOf: question.tells_of,
    sensitive: question.sensitive,
    needsConsent: question.consent,
    says: says.length === 0 ? null : says,
    company: keep(marked, before.company),
    asked,
    companySays: keep(
      Object.fromEntries(
        Object.entries(question.company_says).map(([choice, phrase]) => [place(choice), phrase]),
      ),
      before.companySays,
    ),
    talkers: talkers.length === 0 ? null : talkers,
  };
}

type FileFields = ReturnType<typeof toFile>;

/** "weight 4, was 2" */
function describeChanges(before: FileFields, after: FileFields): string[] {
  const show = (value: unknown) => {
    const shown =
      value === undefined ? "nothing" : typeof value === "string" ? `“${value}”` : JSON.stringify(value);
    return shown.length > 120 ? `${shown.slice(0, 119)}…` : shown;
  };
  return (Object.keys(after) as (keyof FileFields)[]).flatMap((name) =>
    JSON.stringify(before[name]) === JSON.stringify(after[name])
      ? []
      : [`${name.replaceAll("_", " ")} ${show(after[name])}, was ${show(before[name])}`],
  );
}

/** Choices, or the ends of a scale, in the order that answers refer to. */
const listPlaces = ({ isRange, minLabel, maxLabel, choices }: StoredQuestion) =>
  isRange ? [minLabel ?? "", maxLabel ?? ""] : choices;

/** What would make stored answers mean something else; of some questions the club itself reads the answers. */
function findHarm(
  before: StoredQuestion,
  after: StoredQuestion,
): { text: string; isAlways: boolean } | undefined {
  const isOfRole = before.role !== null;
  const kinds = ["isMultipleChoice", "isRange", "isCountry", "isYear"] as const;
  if (kinds.some((kind) => before[kind] !== after[kind]))
    return { text: "is of another kind than before", isAlways: isOfRole };
  if (isOfRole && after.asked !== "always")
    return { text: `is always asked: the club reads its answers as ${before.role}`, isAlways: true };
  if (isOfRole && before.needsConsent !== after.needsConsent)
    return { text: "keeps its consent: the law asks for it", isAlways: true };
  if (before.needsConsent !== after.needsConsent)
    return { text: "needs the consent that it did not need before, or no longer", isAlways: false };
  if (before.sensitive && !after.sensitive)
    return { text: "was promised to stay from the table", isAlways: false };
  const isFixed = isOfRole && before.role !== "language";
  if (
    after.choices.length < before.choices.length ||
    (isFixed && after.choices.length > before.choices.length)
  )
    return {
      text: `has ${plural(before.choices.length, "choice")} and would have ${after.choices.length}`,
      isAlways: isFixed,
    };
  const keys = listPlaces(after).map(nameKey);
  const moved = listPlaces(before).find(
    (choice, i) => keys[i] !== nameKey(choice) && keys.includes(nameKey(choice)),
  );
  return moved === undefined
    ? undefined
    : { text: `has “${moved}” at another place than before`, isAlways: isOfRole };
}

function checkTogether(ofFile: StoredQuestion[], stored: StoredQuestion[]): void {
  const ids = new Set(ofFile.map(({ id }) => id));
  const all = [...ofFile, ...stored.filter(({ id }) => !ids.has(id))];
  if (all.filter(hasCompany).length > maxMarkedQuestions)
    throw usageError(`No more than ${maxMarkedQuestions} questions can have choices for company.`);
  if (all.filter(({ talkers }) => talkers !== null).length > 1)
    throw usageError("Only one question has talkers.");
  if (!all.some(({ optional, asked }) => !optional && asked === "always"))
    throw usageError("A quiz needs a question that can’t be skipped.");
}

/** In the order of the file; questions that it lacks stay after those that they come after now. */
function order(ofFile: StoredQuestion[], stored: StoredQuestion[]) {
  const ids = new Set(ofFile.map(({ id }) => id));
  const ordered = [...ofFile];
  for (const [i, question] of stored.entries()) {
    const before = stored[i - 1]?.id;
    if (!ids.has(question.id)) ordered.splice(ordered.findIndex(({ id }) => id === before) + 1, 0, question);
  }
  // A new question shares the position of the one before it, and has the higher id.
  let position = 1;
  const placed = ordered.map((question) => {
    position = question.position || position;
    return { ...question, position };
  });
  const isInOrder = placed.every(({ id, position: at }, i) => {
    const before = placed[i - 1];
    return !before || before.position < at || (before.position === at && before.id < id);
  });
  const isReordered = ordered
    .filter(({ position: was }) => was > 0)
    .some(({ id }, i) => stored[i]?.id !== id);
  const anew = ordered.map((question, i) => ({ ...question, position: (i + 1) * 10 }));
  return { ordered: isInOrder ? placed : anew, isReordered };
}
