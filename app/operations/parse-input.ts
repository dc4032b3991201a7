import * as z from "zod";
import { type Operation, usageError } from "./operation.ts";

/** What is wrong with one field, as far as that is known without the others: "is missing". */
export function checkField({ input }: Operation, field: string, value: unknown): string | undefined {
  const schema: z.ZodType | undefined = input instanceof z.ZodObject ? input.shape[field] : undefined;
  const [issue] = schema?.safeParse(value).error?.issues ?? [];
  if (!issue) return undefined;
  return value === undefined ? "is missing" : issue.message.replace(/\.$/, "");
}

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
  throw usageError(`${nameField(field)} ${problem}${problem.endsWith("?") ? "" : "."}`, field);
}
