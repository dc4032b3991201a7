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
import { unsubscribeLink } from "./unsubscribe-link.server.ts";

/** Sends what is due, second by second, for as long as there is something and the invocation may run. */
export async function sendDueEmails(context: JobContext, maxDurationMs: number): Promise<void> {
  const until = Date.now() + maxDurationMs;
  while (Date.now() < until) {
    await sendOneBatch(context, new Date());
    if (!(await hasDueEmails(context.db, new Date()))) return;
    await scheduler.wait(1_000);
  }
}

/** As many as the provider takes in a second. */
export async function sendOneBatch({ env, db }: JobContext, now: Date): Promise<void> {
  const mails = await claimDueEmails(db, now);
  await Promise.all(mails.map((mail) => send(mail, env, db, now)));
}

/** Long enough for the answer to be on its way, so that it never takes longer where there was a mail to send. */
const sendDelayMs = 100;

/** For a change that has just written a mail: sends once the visitor has their answer. A crowd is left to the cron. */
export function sendAfterResponse(context: RequestContext): void {
  context.waitUntil(scheduler.wait(sendDelayMs).then(() => sendDueEmails(context, 2_000)));
}

/** A provider that does not answer has not sent: the key makes trying again safe. */
const timeoutMs = 10_000;

async function send(mail: DueEmail, env: Env, db: JobContext["db"], now: Date): Promise<void> {
  try {
    const refusal = await Promise.race([deliver(mail, env), scheduler.wait(timeoutMs).then(timeoutError)]);
    if (!refusal) return await markSent(db, mail.id, now);
    await markFailed(db, mail.id, { error: refusal.message, parkedAt: refusal.isPermanent ? now : null });
    if (refusal.isPermanent)
      log("error", "mail parked", { mail: mail.id, kind: mail.kind, reason: refusal.message });
  } catch (error) {
    logError("mail not sent", error, { mail: mail.id, kind: mail.kind });
  }
}

interface SendError {
  message: string;
  /** Trying again would be refused again. */
  isPermanent: boolean;
}

const timeoutError = (): SendError => ({ message: "no answer", isPermanent: false });

/** A reminder can be stopped from the mail program itself; whatever else we send is about a seat or an account. */
const headersOf = (kind: string, to: string, env: Env) =>
  kind === "reminder"
    ? {
        "List-Unsubscribe": `<${unsubscribeLink(env, to)}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }
    : undefined;

/** The mail's own id is the key under which the provider sends a thing once, however often it is told to. */
async function deliver(
  { id, kind, to, subject, html, text }: DueEmail,
  env: Env,
): Promise<SendError | undefined> {
  if (!env.RESEND_API_KEY) {
    return env.APP_ENV === "local" ? undefined : { message: "RESEND_API_KEY is not set", isPermanent: false };
  }
  const resend = new Resend(env.RESEND_API_KEY, { baseUrl: env.RESEND_URL });
  const { error } = await resend.emails.send(
    { from: env.MAIL_FROM, to, subject, html, text, headers: headersOf(kind, to, env) },
    { idempotencyKey: id },
  );
  if (!error) return undefined;
  const status = error.statusCode ?? 0;
  return {
    message: `${status} ${error.message}`,
    isPermanent: status >= 400 && status < 500 && status !== 429,
  };
}
