import * as z from "zod";
import { type Operation, type OperationContext, OperationError } from "./operation.ts";

/** What is wrong with one answer, as far as that is known without those that follow: "Tables is missing." */
export async function findProblem(
  operation: Operation,
  context: Pick<OperationContext, "db">,
  { field, value, answers, name }: Answer,
): Promise<string | undefined> {
  const { input, checkAnswer } = operation;
  const schema: z.ZodType | undefined = input instanceof z.ZodObject ? input.shape[field] : undefined;
  const [issue] = schema?.safeParse(value).error?.issues ?? [];
  if (issue) return say(name, issue);
  try {
    if (value !== undefined) await checkAnswer?.(context, field, answers);
    return undefined;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return error.message.replace(/^--[a-z-]+/, name);
  }
}

interface Answer {
  field: string;
  /** As the operation reads it. */
  value: unknown;
  /** As they were typed, with this one: several values are lines. */
  answers: Record<string, string>;
  /** What the face calls the field. */
  name: string;
}

/** Of a field that takes one thing or another, the last says what is wrong. */
const findReason = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
  (issue.code === "invalid_union" && issue.errors.at(-1)?.[0]) || issue;

/** "Tables is missing."; a whole sentence needs no name. */
function say(name: string, issue: z.core.$ZodIssue): string {
  const { code, message } = findReason(issue);
  const problem = code === "invalid_type" ? "is missing" : message.replace(/\.$/, "");
  return `${/^[A-Z]/.test(problem) ? "" : `${name} `}${problem}${problem.endsWith("?") ? "" : "."}`;
}

/** Reads what was typed, or says what is wrong with each wrong field, as the face names it. */
export function parseInput(
  { input }: Operation,
  typedInput: object,
  nameField: (field: string) => string,
): unknown {
  const { data, error } = input.safeParse(typedInput);
  if (!error) return data;
  const byField = Map.groupBy(error.issues, ({ path }) => String(path[0] ?? ""));
  const problems = [...byField].flatMap(([field, [issue]]) =>
    issue ? [{ field, problem: say(nameField(field), issue) }] : [],
  );
  const message = problems.map(({ problem }) => problem).join("\n");
  throw new OperationError("usage", message, problems[0]?.field, problems);
}
