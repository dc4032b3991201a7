import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { createJobContext } from "#app/job-context.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import { logError } from "#app/log.ts";
import {
  beginDeskChange,
  endDeskChange,
  isDeskChangeDone,
  takeBackDeskChange,
} from "#app/models/security/desk-changes.server.ts";
import { noteOperator } from "#app/models/security/security-notes.server.ts";
import {
  type Message,
  type Operation,
  type OperationContext,
  OperationError,
  type OperationResult,
  type PlannedChange,
} from "#app/operations/operation.ts";
import { nouns, operationsWithoutNoun } from "#app/operations/operations.ts";
import { parseInput } from "#app/operations/parse-input.ts";
import { describeForm, readTyped } from "./operation-form.ts";
import { hasRank } from "./operator.server.ts";
import { checkScope } from "./scope.server.ts";

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
      summary: string;
      details: Message;
      canBeUndone: boolean;
      fingerprint: string;
      hasChanged: boolean;
    }
  | { is: "done"; message: Message; undo?: OperationResult["undo"] }
  | { is: "refused"; problem: string; status: 400 | 404 | 409 | 500 };

interface Asked {
  command: string;
  operation: Operation;
  operator: Operator;
  form: URLSearchParams | FormData;
}

/** Shows the result of an operation that only looks, or what a change would do. */
export const plan = (context: AppLoadContext, asked: Asked): Promise<Shown> =>
  explain(context, async () => {
    const { outcome, note } = await run(context, asked);
    await note("looked-at");
    return "message" in outcome
      ? { is: "result", message: outcome.message, hasFailed: outcome.hasFailed ?? false }
      : { is: "plan", ...describePlan(outcome), hasChanged: false };
  });

/** Does what was planned, once. If something has changed since, it is planned anew. */
export const apply = (
  context: AppLoadContext,
  asked: Asked & { formId: string; fingerprint: string },
): Promise<Shown> =>
  explain(context, async () => {
    // A page that is loaded again sends its form again.
    if (await isDeskChangeDone(context.db, asked.formId))
      return { is: "done", message: "This was done before." };
    const { outcome, note } = await run(context, asked);
    if ("message" in outcome) return { is: "result", message: outcome.message, hasFailed: false };
    const planned = describePlan(outcome);
    if (planned.fingerprint !== asked.fingerprint) return { is: "plan", ...planned, hasChanged: true };
    const { formId: id, command, operator } = asked;
    const { db, now } = context;
    if (!(await beginDeskChange(db, { id, operator: operator.name, command, now })))
      return {
        is: "refused",
        problem:
          "This form was sent before, and is being done or broke off: look what changed before you send it again.",
        status: 409,
      };
    try {
      const { message, undo } = await outcome.apply();
      const ownerEmail = planned.canBeUndone ? undefined : context.env.OPERATOR_EMAIL;
      const done = { id, operator: operator.name, command, now: new Date(), ownerEmail };
      await Promise.all([note("changed-by-operator"), endDeskChange(db, done)]);
      return { is: "done", message, undo };
    } catch (error) {
      if (error instanceof OperationError) await takeBackDeskChange(db, id);
      throw error;
    }
  });

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
  explain(context, async () => {
    const operation = findOperation(asked.command);
    if (!operation || !mayDo(asked.operator, operation))
      return { is: "refused", problem: "Your role can’t do this.", status: 404 };
    const { outcome, note } = await run(context, { ...asked, operation });
    if ("message" in outcome) return { is: "done", message: outcome.message };
    const { message } = await outcome.apply();
    await note("changed-by-operator");
    return { is: "done", message };
  });

type Outcome = OperationResult | PlannedChange;

async function run(context: AppLoadContext, { command, operation, operator, form }: Asked) {
  const fields = describeForm(operation);
  const nameField = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  const input = parseInput(operation, readTyped(fields, form), nameField) as Record<string, unknown>;
  const operationContext = createOperationContext(context, operator);
  const { db, now } = operationContext;
  if (!(operation.isOfNoCity && operator.role === "city"))
    await checkScope(operationContext, operator, input);
  const outcome: Outcome & { userIds?: string[] } = await operation.run(operationContext, input);
  const { userIds = [] } = outcome;
  const note = (kind: "looked-at" | "changed-by-operator") =>
    noteOperator(db, { userIds, kind, command, operator: operator.name, now });
  return { outcome, note };
}

function describePlan({ summary, details = [], detailsData, canBeUndone = false }: PlannedChange) {
  const content = JSON.stringify([summary, details, detailsData]);
  const fingerprint = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  return { summary, details, canBeUndone, fingerprint };
}

const statuses = { usage: 400, notFound: 404, refused: 409, failed: 500 } as const;

async function explain({ requestId }: AppLoadContext, work: () => Promise<Shown>): Promise<Shown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OperationError)
      return { is: "refused", problem: error.message, status: statuses[error.kind] };
    logError("an operation at the desk failed", error, { requestId });
    return {
      is: "refused",
      problem: `Something failed on our side (${requestId} in the log). Look at what it should have changed before you try again.`,
      status: 500,
    };
  }
}
