import { escapeLines } from "#app/cli/terminal-text.mjs";
import { capitalize } from "#app/lib/text.ts";
import { listDiets } from "#app/models/venue/venues.server.ts";
import {
  type Operation,
  type OperationContext,
  OperationError,
  refusedError,
} from "#app/operations/operation.ts";
import { findProblem } from "#app/operations/parse-input.ts";
import type { Terminal } from "./terminal.ts";

/** In a terminal a person is asked for what is missing or wrong, and nobody is asked for ever. */

type Typed = Record<string, unknown>;

const maxAnswers = 50;

const hasMany = ({ arguments: places = "", options = {} }: Operation, field: string): boolean => {
  const help = options[field];
  return typeof help === "object" ? help[0].includes("...") : places.includes(`${field}...`);
};

const split = (answer: string) =>
  answer
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

function helpFor({ options = {} }: Operation, field: string): string {
  const help = options[field];
  return capitalize(typeof help === "object" ? help[1] : (help ?? field));
}

/** Tries again with what is typed for the field that the refusal names; an empty answer gives up. */
export async function askWhileRefused<Result>(
  { ask, printError }: Terminal,
  operation: Operation,
  typed: Typed,
  attempt: () => Result | Promise<Result>,
): Promise<Result> {
  for (let asked = 0; ; asked++) {
    try {
      return await attempt();
    } catch (error) {
      if (!ask || asked === maxAnswers || !(error instanceof OperationError) || !error.field) throw error;
      for (const { field, problem } of error.problems) {
        if (typed[field] !== undefined || !/ is missing\.$/.test(problem))
          printError(`${escapeLines(problem)}\n`);
        const answer = (await ask(`${helpFor(operation, field)}: `)).trim().normalize("NFC");
        if (answer === "") throw error;
        typed[field] = hasMany(operation, field) ? split(answer) : answer;
      }
    }
  }
}

/** Asks the questions of an operation, then for the number of an answer to change, until all is right. */
export async function askQuestions(
  { ask, printError }: Terminal,
  operation: Operation,
  context: Pick<OperationContext, "db">,
): Promise<Typed> {
  const { questions = [], options = {} } = operation;
  const answers: Record<string, string> = {};
  const diets = await listDiets(context.db);
  let left = maxAnswers;
  const askFor = async (question: string): Promise<string> => {
    if (!ask || left-- === 0) throw refusedError("Nothing was changed.");
    return (await ask(question)).trim().normalize("NFC");
  };
  const toTyped = (field: string, answer: string) => (hasMany(operation, field) ? split(answer) : answer);

  async function askField(field: string): Promise<void> {
    const proposed = operation.propose?.(answers)[field] ?? "";
    const choices = field === "diets" ? ` (${diets.join(", ")})` : "";
    for (;;) {
      const hint = proposed ? ` [${proposed}]` : "";
      const answer = (await askFor(`${helpFor(operation, field)}${choices}${hint}: `)) || proposed;
      const value = answer === "" ? undefined : toTyped(field, answer);
      const lines = [value ?? ""].flat().join("\n");
      const asked = { field, value, answers: { ...answers, [field]: lines }, name: "The answer" };
      const problem = await findProblem(operation, context, asked);
      if (!problem) {
        answers[field] = answer;
        return;
      }
      printError(`${escapeLines(problem)}\n`);
    }
  }

  const askOne = async (number: number): Promise<void> => {
    const { title, fields } = questions[number] ?? { title: "", fields: [] };
    printError(`\n${number + 1} of ${questions.length}. ${title}\n`);
    for (const field of fields) if (options[field]) await askField(field);
  };
  for (const number of questions.keys()) await askOne(number);
  for (;;) {
    printError("\n");
    for (const [i, { describe }] of questions.entries())
      printError(`${i + 1}. ${escapeLines(describe(answers).join(". "))}\n`);
    const answer = await askFor("The number of an answer to change, or Enter to go on: ");
    if (answer === "") break;
    const number = Number(answer) - 1;
    if (questions[number]) await askOne(number);
    else printError(`There is no question ${escapeLines(answer)}.\n`);
  }
  return Object.fromEntries(
    Object.entries(answers).flatMap(([field, answer]) => (answer ? [[field, toTyped(field, answer)]] : [])),
  );
}
