import { Resend } from "resend";
import type { JobContext, RequestContext } from "#app/load-context.ts";
import { log, logError } from "#app/log.ts";
import {
  claimDueEmails,
  type DueEmail,
  hasDueEmails,
  markFailed,
  markSent,
} from "#app/models/outbox/outbox.server.ts";
import { emailRegistry } from "./registry.ts";

/** Sends due emails second by second, until none is due or the time is up. */
export async function sendDueEmails(context: JobContext, maxDurationMs: number): Promise<void> {
  const end = Date.now() + maxDurationMs;
  while (Date.now() < end) {
    await sendOneBatch(context, new Date());
    if (!(await hasDueEmails(context.db, new Date()))) return;
    await scheduler.wait(1_000);
  }
}

export async function sendOneBatch({ env, db }: JobContext, now: Date): Promise<void> {
  const emails = await claimDueEmails(db, now);
  await Promise.all(emails.map((email) => send(email, env, db, now)));
}

/** The response leaves first, so that its time does not tell whether there was an email to send. */
const sendDelayMs = 100;

/** The cron sends what takes longer. */
const maxDurationAfterResponseMs = 2_000;

export function sendAfterResponse(context: RequestContext): void {
  context.waitUntil(
    scheduler.wait(sendDelayMs).then(() => sendDueEmails(context, maxDurationAfterResponseMs)),
  );
}

/** After it the email counts as not sent; the idempotency key makes another attempt safe. */
const timeoutMs = 10_000;

async function send(email: DueEmail, env: Env, db: JobContext["db"], now: Date): Promise<void> {
  const { id, kind } = email;
  try {
    const failure = await deliver(email, env);
    if (!failure) return await markSent(db, id, now);
    await markFailed(db, id, { error: failure.message, parkedAt: failure.isPermanent ? now : null });
    if (failure.isPermanent) log("error", "email parked", { email: id, kind, reason: failure.message });
  } catch (error) {
    logError("email not sent", error, { email: id, kind });
  }
}

interface SendFailure {
  message: string;
  /** Another attempt would fail too. */
  isPermanent: boolean;
}

async function deliver(
  { id, kind, to, subject, html, text }: DueEmail,
  env: Env,
): Promise<SendFailure | undefined> {
  if (!env.RESEND_API_KEY) {
    return env.APP_ENV === "local" ? undefined : { message: "RESEND_API_KEY is not set", isPermanent: false };
  }
  const resend = new Resend(env.RESEND_API_KEY, { baseUrl: env.RESEND_URL });
  const headers = emailRegistry[kind].headers?.(env, to);
  const sending = resend.emails.send(
    { from: env.MAIL_FROM, to, subject, html, text, headers },
    { idempotencyKey: id },
  );
  const { error } = await Promise.race([sending, scheduler.wait(timeoutMs).then(() => timeout)]);
  if (!error) return undefined;
  const status = error.statusCode ?? 0;
  return {
    message: status ? `${status} ${error.message}` : error.message,
    isPermanent: status >= 400 && status < 500 && status !== 429,
  };
}

const timeout = { error: { statusCode: undefined, message: "no answer" } };
