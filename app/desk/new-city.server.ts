import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { notFound } from "#app/http/responses.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import type { FieldProblem, Question } from "#app/operations/operation.ts";
import { findProblem } from "#app/operations/parse-input.ts";
import { sayAtDesk } from "./desk-words.server.ts";
import { fillForm } from "./form-choices.server.ts";
import { readTyped } from "./operation-form.ts";
import { createOperationContext, findOperation, plan, type Shown } from "./run-operation.server.ts";

const command = "city found";

/** The answers are in the address, so that nothing is stored before the last one. */
export async function loadNewCity(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  operator: Operator,
) {
  const operation = findOperation(command);
  const search = new URL(request.url).searchParams;
  if (!operation?.questions) throw notFound();
  const { fields, values } = await fillForm({ request, context }, { operation, operator }, search);
  const proposed = { ...values, ...operation.propose?.(values) };
  const typed = readTyped(fields, values) as Record<string, unknown>;
  const operationContext = createOperationContext(context, operator);
  const describe = async (question: Question) => {
    const own = fields.filter(({ name }) => question.fields.includes(name));
    const isAnswered = own.every(({ name }) => name in values);
    const errors: FieldProblem[] = [];
    for (const { name: field, label: name } of isAnswered ? own : []) {
      const asked = { field, value: typed[field], answers: values, name };
      const problem = await findProblem(operation, operationContext, asked);
      if (problem) errors.push({ field, problem: sayAtDesk(problem, fields) });
    }
    const [short = "", more = ""] = question
      .describe(isAnswered ? values : proposed)
      .map((text) => sayAtDesk(text ?? "", []));
    return { title: question.title, own, isAnswered: isAnswered && errors.length === 0, errors, short, more };
  };
  const questions = await Promise.all(operation.questions.map(describe));
  const wanted = Number(search.get("change")) - 1;
  const open = questions[wanted] ? wanted : questions.findIndex(({ isAnswered }) => !isAnswered);
  const shown: Shown | null = open < 0 ? await plan(context, { command, operation, operator, values }) : null;
  const kept = Object.entries(values).filter(
    ([name]) => !questions[open]?.own.some((own) => own.name === name),
  );
  return {
    title: open < 0 ? `${values.name} can open` : "A new city",
    name: values.name ?? "",
    questions: questions.map(({ own: _, ...question }) => question),
    open,
    fields: questions[open]?.own ?? [],
    values: proposed,
    answers: values,
    kept: Object.fromEntries(kept),
    shown,
    formId: crypto.randomUUID(),
  };
}
