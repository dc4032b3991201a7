import { Resend } from "resend";
import type { JobContext, RequestContext } from "#app/load-context.ts";
import { log, logFault } from "#app/log.ts";
import {
  claimDueMails,
  type DueMail,
  hasDueMails,
  markFailed,
  markSent,
} from "#app/models/outbox/outbox.server.ts";
import { unsubscribeLink } from "./unsubscribe-link.server.ts";

/** Sends what is due, second by second, for as long as there is something and the invocation may run. */
export async function sendDueMails(context: JobContext, patience: number): Promise<void> {
  const until = Date.now() + patience;
  while (Date.now() < until) {
    await sendOneSecond(context, new Date());
    if (!(await hasDueMails(context.db, new Date()))) return;
    await scheduler.wait(1_000);
  }
}

/** As many as the provider takes in a second. */
export async function sendOneSecond({ env, db }: JobContext, now: Date): Promise<void> {
  const mails = await claimDueMails(db, now);
  await Promise.all(mails.map((mail) => send(mail, env, db, now)));
}

/** Long enough for the answer to be on its way, so that it never takes longer where there was a mail to send. */
const breath = 100;

/** For a change that has just written a mail: sends once the visitor has their answer. A crowd is left to the cron. */
export function sendAfterwards(context: RequestContext): void {
  context.waitUntil(scheduler.wait(breath).then(() => sendDueMails(context, 2_000)));
}

/** A provider that does not answer has not sent: the key makes trying again safe. */
const silence = 10_000;

async function send(mail: DueMail, env: Env, db: JobContext["db"], now: Date): Promise<void> {
  try {
    const refusal = await Promise.race([deliver(mail, env), scheduler.wait(silence).then(noAnswer)]);
    if (!refusal) return await markSent(db, mail.id, now);
    await markFailed(db, mail.id, { error: refusal.message, parkedAt: refusal.final ? now : null });
    if (refusal.final)
      log("error", "mail parked", { mail: mail.id, kind: mail.kind, reason: refusal.message });
  } catch (error) {
    logFault("mail not sent", error, { mail: mail.id, kind: mail.kind });
  }
}

interface Refusal {
  message: string;
  /** Trying again would be refused again. */
  final: boolean;
}

const noAnswer = (): Refusal => ({ message: "no answer", final: false });

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
  { id, kind, to, subject, html, text }: DueMail,
  env: Env,
): Promise<Refusal | undefined> {
  if (!env.RESEND_API_KEY) {
    return env.APP_ENV === "local" ? undefined : { message: "RESEND_API_KEY is not set", final: false };
  }
  const resend = new Resend(env.RESEND_API_KEY, { baseUrl: env.RESEND_URL });
  const { error } = await resend.emails.send(
    { from: env.MAIL_FROM, to, subject, html, text, headers: headersOf(kind, to, env) },
    { idempotencyKey: id },
  );
  if (!error) return undefined;
  const status = error.statusCode ?? 0;
  return { message: `${status} ${error.message}`, final: status >= 400 && status < 500 && status !== 429 };
}
