import { type CreateEmailOptions, Resend } from "resend";
import type { Database } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { hourMs, secondMs } from "#app/lib/time-units.ts";
import { describeError, log } from "#app/log.ts";
import { claimEmailBatch, type EmailBatch, hasSender } from "#app/models/outbox/claim-emails.server.ts";
import {
  markAccepted,
  parkBatch,
  parkEmails,
  pauseSending,
  saveRefusedAttempt,
  saveUnknownOutcome,
  splitBatch,
} from "#app/models/outbox/email-batches.server.ts";
import { addTasks, markUnsent } from "#app/models/task/tasks.server.ts";
import { traced } from "#app/trace.ts";
import { type EmailToSend, renderEmail } from "./render-email.server.ts";

const defaultRequestsPerSecond = 2;

/** The interval is a little longer than allowed, because requests arrive less evenly than they are sent. */
const intervalMargin = 1.05;

const maxIntervalMs = 10_000;

function requestIntervalMs(env: Env): number {
  if (!env.RESEND_API_KEY) return 0;
  const rate = Number(env.EMAIL_REQUESTS_PER_SECOND);
  const intervalMs = (intervalMargin * secondMs) / (rate > 0 ? rate : defaultRequestsPerSecond);
  return Math.min(intervalMs, maxIntervalMs);
}

/** Without a key the emails of a local club are shown at /dev/outbox, and those of any other club wait. */
export const canSendEmails = (env: Env) => Boolean(env.RESEND_API_KEY) || env.APP_ENV === "local";

/**
 * Sends due emails, at the rate that all workers share. Returns "more" if time ran out before all due emails were sent, unless
 * the provider asked for a pause that is longer than a run: then the cron continues after the pause. With `leavesToOthers`, it
 * returns if another worker is claiming emails just then.
 */
export async function sendDueEmails(
  context: JobContext,
  now: Date,
  maxDurationMs: number,
  { leavesToOthers = false } = {},
): Promise<"more" | undefined> {
  const { env, db } = context;
  if (!canSendEmails(env)) return undefined;
  const intervalMs = requestIntervalMs(env);
  const startedAt = Date.now();
  const elapsedMs = () => Date.now() - startedAt;
  for (;;) {
    const at = new Date(now.getTime() + elapsedMs());
    const { batch, waitMs } = await claimEmailBatch(db, at, intervalMs);
    if (batch) await sendBatch(context, batch, at);
    else if (waitMs === null || leavesToOthers) return undefined;
    leavesToOthers = false;
    const nextMs = batch ? intervalMs - (elapsedMs() - (at.getTime() - now.getTime())) : (waitMs ?? 0);
    if (elapsedMs() + nextMs > maxDurationMs) return nextMs > maxDurationMs ? undefined : "more";
    if (nextMs > 0) await scheduler.wait(nextMs);
  }
}

/** The response leaves first, so that its time does not tell whether there was an email to send. */
const sendDelayMs = 100;

const maxDurationAfterResponseMs = 3_000;

interface ContextUntilSent extends JobContext {
  waitUntil(work: Promise<unknown>): void;
}

/** One of many requests sends for all, at the provider's rate; the queue sends what takes longer. */
export function sendAfterResponse(context: ContextUntilSent): void {
  context.waitUntil(
    scheduler
      .wait(sendDelayMs)
      .then(() => sendUnlessOthersDo(context))
      .catch((error) =>
        log("warning", "emails not sent after the response", { error: describeError(error) }),
      ),
  );
}

async function sendUnlessOthersDo(context: JobContext): Promise<void> {
  const { env, db } = context;
  if (await hasSender(db, requestIntervalMs(env))) return;
  const rest = await sendDueEmails(context, new Date(), maxDurationAfterResponseMs, { leavesToOthers: true });
  if (rest !== "more") return;
  const now = new Date();
  const [task] = await addTasks(db, [{ job: "sendEmails", item: "all" }], now);
  if (task) await env.TASKS.send({ ...task, at: now.getTime() }).catch(() => markUnsent(db, [task], now));
}

/** Resend remembers a key for one day. */
const keyLifetimeMs = 23 * hourMs;

async function sendBatch({ env, db }: JobContext, batch: EmailBatch, now: Date): Promise<void> {
  if (batch.mayBeTaken && now.getTime() - batch.createdAt.getTime() > keyLifetimeMs)
    return parkBatch(db, batch, "it may have been sent: no answer within a day", now);
  const { ready, broken } = renderBatch(env, batch);
  for (const { id, error } of broken) logParked(id, error);
  if (broken.length > 0) await parkEmails(db, broken, now);
  const sent = { ...batch, emails: batch.emails.filter(({ id }) => ready.some((email) => email.id === id)) };
  if (ready.length === 0 || !env.RESEND_API_KEY) return markAccepted(db, sent, [], now);
  const delivery = await traced("send emails", () => deliverEmails(env, batch.id, ready));
  await recordOutcome(db, sent, delivery, now);
}

async function recordOutcome(db: Database, batch: EmailBatch, delivery: Delivery, now: Date): Promise<void> {
  const { id, attempts, emails } = batch;
  switch (delivery.outcome) {
    case "accepted": {
      const refused = delivery.refused.flatMap(({ index, error }) => {
        const email = emails[index];
        return email ? [{ id: email.id, error }] : [];
      });
      for (const email of refused) logParked(email.id, email.error);
      return markAccepted(db, batch, refused, now);
    }
    case "refused": {
      const { error } = delivery;
      if (batch.mayBeTaken) return parkBatch(db, batch, `it may have been sent: ${error}`, now);
      if (emails.length > 1) return splitBatch(db, batch, error, now);
      for (const email of emails) logParked(email.id, error);
      return parkBatch(db, batch, error, now);
    }
    case "not allowed":
      log("warning", "emails not sent", { batch: id, attempts, reason: delivery.error });
      return saveRefusedAttempt(db, batch, delivery.error);
    case "rate limited": {
      const { error, retryAfterMs: pauseMs } = delivery;
      log("warning", "emails paused by the provider", { batch: id, attempts, pauseMs });
      return pauseSending(db, batch, { error, pauseMs, now });
    }
    case "unknown":
      log("warning", "emails not sent", { batch: id, attempts, reason: delivery.error });
      return saveUnknownOutcome(db, batch, delivery.error);
  }
}

const logParked = (email: string, reason: string) => log("warning", "email parked", { email, reason });

type ReadyEmail = EmailToDeliver & { id: string };

/** One bad email must not hold up the others. The header names its row, and keeps mail programs from grouping emails. */
function renderBatch(env: Env, { emails, createdAt }: EmailBatch) {
  const ready: ReadyEmail[] = [];
  const broken: { id: string; error: string }[] = [];
  for (const email of emails) {
    try {
      const { headers, ...rendered } = renderEmail(env, email, createdAt);
      const allHeaders = { ...headers, "X-Entity-Ref-ID": email.id };
      ready.push({ id: email.id, to: email.to, ...rendered, headers: allHeaders });
    } catch (error) {
      broken.push({ id: email.id, error: describeError(error) });
    }
  }
  return { ready, broken };
}

type EmailToDeliver = EmailToSend & { to: string };

type Delivery =
  /** The provider took the emails, except those in `refused`: their index and the reason. */
  | { outcome: "accepted"; refused: { index: number; error: string }[] }
  /** Nothing was accepted, because some of the emails are wrong. */
  | { outcome: "refused"; error: string }
  /** Nothing was accepted or would be later: the key is wrong, or the domain is not verified. */
  | { outcome: "not allowed"; error: string }
  | { outcome: "rate limited"; error: string; retryAfterMs: number }
  /** Nobody knows whether it was accepted, so the same emails are sent again under the same key. */
  | { outcome: "unknown"; error: string };

const timeoutMs = 10_000;
const maxPauseMs = hourMs;
/** The allowance for a day or a month is used up. */
const quotaPauseMs = 600_000;

/** Makes one request to Resend for up to 100 emails, or for one with an invitation. Invalid emails don't stop the others. */
async function deliverEmails(env: Env, idempotencyKey: string, emails: EmailToDeliver[]): Promise<Delivery> {
  const resend = new Resend(env.RESEND_API_KEY);
  const payload = emails.map(
    ({ to, subject, html, text, headers, attachments }): CreateEmailOptions => ({
      from: env.MAIL_FROM,
      to,
      subject,
      html,
      text,
      headers,
      attachments,
    }),
  );
  const [first] = payload;
  const sending = first?.attachments
    ? resend.emails.send(first, { idempotencyKey })
    : resend.batch.send(payload, { idempotencyKey, batchValidation: "permissive" });
  const answer = await Promise.race([sending, scheduler.wait(timeoutMs).then(() => noAnswer)]);
  if (answer.error) return toFailure(answer.error, answer.headers ?? {});
  const errors = answer.data && "errors" in answer.data ? (answer.data.errors ?? []) : [];
  const refused = errors.map(({ index, message }) => ({
    index,
    error: withoutAddresses(message),
  }));
  return { outcome: "accepted", refused };
}

const noAnswer = {
  data: null,
  error: { name: "application_error", message: "no answer", statusCode: null },
  headers: null,
};

interface ResendError {
  name: string;
  message: string;
  /** A gateway's answer does not have it. */
  statusCode?: number | null;
}

/** For these statuses, splitting a batch finds the emails that are wrong. */
const contentStatuses = [400, 413, 422];

/** Operators read these in logs and alarms, which must not contain addresses. */
const withoutAddresses = (text: string) => text.replace(/\S+/g, (word) => (word.includes("@") ? "…" : word));

function toFailure({ name, message, statusCode }: ResendError, headers: Record<string, string>): Delivery {
  const error = withoutAddresses(statusCode ? `${statusCode} ${message}` : message);
  // One of these emails has changed since the key was used, so they were accepted then.
  if (name === "invalid_idempotent_request") return { outcome: "accepted", refused: [] };
  if (statusCode === 429)
    return {
      outcome: "rate limited",
      error,
      retryAfterMs: readRetryAfter(headers["retry-after"], name.includes("quota") ? quotaPauseMs : secondMs),
    };
  if (!statusCode || statusCode >= 500 || [408, 409].includes(statusCode))
    return { outcome: "unknown", error };
  const isAboutContent = contentStatuses.includes(statusCode) && name !== "invalid_from_address";
  return { outcome: isAboutContent ? "refused" : "not allowed", error };
}

function readRetryAfter(value: string | undefined, otherwiseMs: number): number {
  const givenMs = Number(value) * secondMs || Date.parse(value ?? "") - Date.now();
  return givenMs > 0 ? Math.min(givenMs, maxPauseMs) : otherwiseMs;
}
