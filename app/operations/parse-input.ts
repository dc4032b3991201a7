import { type Operation, OperationError } from "./operation.ts";

/** Reads what was typed, or says what is wrong with the first wrong field, as the face names it. */
export function parseInput(
  { input }: Operation,
  typedInput: object,
  nameField: (field: string) => string,
): unknown {
  const { data, error } = input.safeParse(typedInput);
  const [issue] = error?.issues ?? [];
  if (!issue) return data;
  const problem = issue.code === "invalid_type" ? "is missing" : issue.message.replace(/\.$/, "");
  const field = String(issue.path[0] ?? "");
  throw new OperationError(
    "usage",
    `${nameField(field)} ${problem}${problem.endsWith("?") ? "" : "."}`,
    field,
  );
}
