import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { createJobContext } from "#app/job-context.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import { capitalize } from "#app/lib/text.ts";
import { logError } from "#app/log.ts";
import {
  beginDeskChange,
  endDeskChange,
  findDeskChange,
  takeBackDeskChange,
} from "#app/models/security/desk-changes.server.ts";
import { noteOperator } from "#app/models/security/security-notes.server.ts";
import {
  type FieldProblem,
  type Message,
  type Operation,
  type OperationContext,
  OperationError,
  type OperationResult,
  type PlannedChange,
} from "#app/operations/operation.ts";
import { nouns, operationsWithoutNoun } from "#app/operations/operations.ts";
import { parseInput } from "#app/operations/parse-input.ts";
import { sayAtDesk, sayMessage, toFieldName } from "./desk-words.server.ts";
import { describeForm, readTyped } from "./operation-form.ts";
import { hasRank, isOnlyOwner } from "./operator.server.ts";
import { checkPeople, checkScope } from "./scope.server.ts";

/** Finds "booking cancel", or "sheet". */
export function findOperation(command: string): Operation | undefined {
  const [first = "", verb] = command.split(" ");
  if (verb === undefined) return operationsWithoutNoun.find((operation) => operation.verb === first);
  return Object.hasOwn(nouns, first)
    ? nouns[first]?.operations.find((operation) => operation.verb === verb)
    : undefined;
}

export const mayDo = (operator: Operator, { deskRole, computerReason }: Operation): boolean =>
  !computerReason && hasRank(operator, deskRole ?? "owner");

export type Shown =
  | { is: "result"; message: Message; hasFailed: boolean }
  | {
      is: "plan";
      page: PlannedChange["page"];
      summary: string;
      details: Message;
      choices: PlannedChange["choices"];
      canBeUndone: boolean;
      fingerprint: string;
    }
  | { is: "done"; message: Message; undo?: OperationResult["undo"]; city?: string | undefined }
  | {
      is: "refused";
      problem: string;
      /** The same, where the form shows it at its fields. */
      errors?: FieldProblem[];
      status: 400 | 404 | 409 | 500;
    };

interface Asked {
  command: string;
  operation: Operation;
  operator: Operator;
  /** As they were typed. */
  values: Record<string, string>;
}

/** Shows the result of an operation that only looks, or what a change would do. */
export const plan = (context: AppLoadContext, asked: Asked): Promise<Shown> =>
  explain(context, asked, async () => {
    const { outcome, note } = await run(context, asked);
    await note("looked-at");
    const say = (message: Message) =>
      sayMessage(message, describeForm(asked.operation), {
        actions: listRowActions(asked),
        known: asked.values,
      });
    return "message" in outcome
      ? { is: "result", message: say(outcome.message), hasFailed: outcome.hasFailed ?? false }
      : { is: "plan", ...describePlan(outcome, asked) };
  });

/** What the form has begun, if it was sent before: for who sends it again, or comes back to its plan. */
export async function findBegun({ db }: AppLoadContext, formId: string): Promise<Shown | undefined> {
  const begun = await findDeskChange(db, formId);
  if (begun?.doneAt) return { is: "done", message: [] };
  const problem = "This form was sent before, and is being done or broke off: look what changed.";
  return begun && { is: "refused", problem, status: 409 };
}

/** Does what was planned, once. If something has changed since, it is planned anew. Undefined if the form was sent before. */
export const apply = (
  context: AppLoadContext,
  asked: Asked & { formId: string; fingerprint: string },
): Promise<Shown | undefined> =>
  explain(context, asked, async () => {
    if (await findBegun(context, asked.formId)) return undefined;
    const { outcome, note } = await run(context, asked);
    const say = (message: Message, made = {}) =>
      sayMessage(message, describeForm(asked.operation), { known: { ...asked.values, ...made } });
    if ("message" in outcome) return { is: "result", message: say(outcome.message), hasFailed: false };
    const planned = describePlan(outcome, asked);
    if (planned.fingerprint !== asked.fingerprint) return { is: "plan", ...planned };
    const { formId: id, command, operator } = asked;
    const { db, now } = context;
    if (!(await beginDeskChange(db, { id, operator: operator.name, command, now }))) return undefined;
    try {
      const { message, undo, data } = await outcome.apply();
      const { OPERATOR_EMAIL } = context.env;
      const ownerEmail = planned.canBeUndone || isOnlyOwner(context.env) ? undefined : OPERATOR_EMAIL;
      const done = { id, operator: operator.name, command, now: new Date(), ownerEmail };
      await Promise.all([note("changed-by-operator"), endDeskChange(db, done)]);
      const made = idsIn(data);
      return { is: "done", message: say(message, made), undo, city: made.city ?? asked.values.city };
    } catch (error) {
      if (error instanceof OperationError) await takeBackDeskChange(db, id);
      throw error;
    }
  });

/** What a change has made, for the forms that follow. */
const idsIn = (data: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(data ?? {}).filter(([, value]) => typeof value === "string"));

/** An operation has as much time as a job. */
export function createOperationContext(
  { env: ownEnv, now }: AppLoadContext,
  operator: Operator,
): OperationContext {
  const { db, env } = createJobContext(ownEnv);
  return {
    db,
    env,
    now,
    operator: operator.name,
    isRemote: env.APP_ENV !== "local",
    folderOption: "",
    projectFolder: "",
    listSecrets: async () => undefined,
    showProgress: () => ({ update() {}, end() {} }),
    leavesToQueue: true,
  };
}

/** For what is taken back as quickly as it is done, without a plan. */
export const doAtOnce = (context: AppLoadContext, asked: Omit<Asked, "operation">): Promise<Shown> =>
  explain(context, asked, async () => {
    const operation = findOperation(asked.command);
    if (!operation || !mayDo(asked.operator, operation))
      return { is: "refused", problem: "Your role can’t do this.", status: 404 };
    const { outcome, note } = await run(context, { ...asked, operation });
    const { message } = "message" in outcome ? outcome : await outcome.apply();
    if ("apply" in outcome) await note("changed-by-operator");
    return { is: "done", message: sayMessage(message, describeForm(operation)) };
  });

type Outcome = OperationResult | PlannedChange;

/** What can be done with one row of a list of the same noun. */
function listRowActions({ command, operator }: Asked) {
  const noun = command.split(" ")[0] ?? "";
  const operations = Object.hasOwn(nouns, noun) ? (nouns[noun]?.operations ?? []) : [];
  return operations.flatMap((operation) => {
    const [, name] = /^<([a-z]+)>$/.exec(operation.arguments ?? "") ?? [];
    if (!name || (/^(event|user)$/.test(name) && name !== noun) || !mayDo(operator, operation)) return [];
    return [{ name: capitalize(operation.verb), href: `/desk/do/${noun}/${operation.verb}?${name}=` }];
  });
}

async function run(context: AppLoadContext, { command, operation, operator, values }: Asked) {
  const fields = describeForm(operation);
  const nameField = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  const input = parseInput(operation, readTyped(fields, values), nameField) as Record<string, unknown>;
  const operationContext = createOperationContext(context, operator);
  const { db, now } = operationContext;
  await checkPeople(operationContext, operator, input);
  if (!(operation.isOfNoCity && operator.role === "city"))
    await checkScope(operationContext, operator, input);
  const outcome: Outcome & { userIds?: string[] } = await operation.run(operationContext, input);
  const { userIds = [] } = outcome;
  const note = (kind: "looked-at" | "changed-by-operator") =>
    noteOperator(db, { userIds, kind, command, operator: operator.name, now });
  return { outcome, note };
}

function describePlan(
  { page, summary, details = [], detailsData, choices, canBeUndone = false }: PlannedChange,
  { operation, values: known }: Pick<Asked, "operation" | "values">,
) {
  const offered = choices?.rows.map(({ says }) => says);
  const content = JSON.stringify([summary, details, detailsData, offered]);
  const fingerprint = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  const fields = describeForm(operation);
  return {
    page: page && { ...page, sum: sayAtDesk(page.sum, fields, { known }) },
    summary: sayAtDesk(summary, fields, { known }),
    details: sayMessage(details, fields, { known }),
    choices: choices && choices.rows.length > 0 ? choices : undefined,
    canBeUndone,
    fingerprint,
  };
}

const statuses = { usage: 400, notFound: 404, refused: 409, failed: 500 } as const;

/** Each error stands at the field that was wrong, or at the first that the sentence names. */
export function refuse(
  { message, kind, problems }: OperationError,
  operation: Operation | undefined,
  known: Record<string, string>,
): Shown & { is: "refused" } {
  const fields = operation ? describeForm(operation) : [];
  const [, option = ""] = /--([a-z-]+)/.exec(message) ?? [];
  const named = fields.find(({ name }) => name === toFieldName(option))?.name;
  const say = (text: string) => sayAtDesk(text, fields, { known });
  const found = problems.length === 0 && named ? [{ field: named, problem: message }] : problems;
  return {
    is: "refused",
    problem: say(message),
    errors: kind === "usage" ? found.map((each) => ({ ...each, problem: say(each.problem) })) : [],
    status: statuses[kind],
  };
}

async function explain<Result>(
  { requestId }: AppLoadContext,
  { command, values }: Pick<Asked, "command" | "values">,
  work: () => Promise<Result>,
): Promise<Result | (Shown & { is: "refused" })> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OperationError) return refuse(error, findOperation(command), values);
    logError("an operation at the desk failed", error, { requestId });
    return {
      is: "refused",
      problem: `Something failed on our side (${requestId} in the log). Look at what it should have changed before you try again.`,
      status: 500,
    };
  }
}
