import { type CreateBatchOptions, Resend } from "resend";
import { hourMs, secondMs } from "#app/lib/time-units.ts";
import type { RenderedEmail } from "./layout/render-content.tsx";

export interface EmailToDeliver extends RenderedEmail {
  to: string;
  headers: Record<string, string>;
}

export type Delivery =
  /** Of the emails, `refused` have the index and the reason. */
  | { outcome: "accepted"; refused: { index: number; error: string }[] }
  /** Nothing was taken, because of some of the emails. */
  | { outcome: "refused"; error: string }
  /** Nothing was taken, and nothing would be: a wrong key, or a domain that is not verified. */
  | { outcome: "not allowed"; error: string }
  | { outcome: "rate limited"; error: string; retryAfterMs: number }
  /** Nobody knows whether it was taken: the same emails are sent again under the same key. */
  | { outcome: "unknown"; error: string };

const timeoutMs = 10_000;
const maxPauseMs = hourMs;
/** A day's or a month's allowance is used up. */
const quotaPauseMs = 600_000;

/** One request to Resend for up to 100 emails, of which the invalid ones don't stop the others. */
export async function deliverEmails(
  env: Env,
  idempotencyKey: string,
  emails: EmailToDeliver[],
): Promise<Delivery> {
  const resend = new Resend(env.RESEND_API_KEY);
  const payload: CreateBatchOptions = emails.map(({ to, subject, html, text, headers }) => ({
    from: env.MAIL_FROM,
    to,
    subject,
    html,
    text,
    headers,
  }));
  const sending = resend.batch.send(payload, { idempotencyKey, batchValidation: "permissive" });
  const answer = await Promise.race([sending, scheduler.wait(timeoutMs).then(() => noAnswer)]);
  if (answer.error) return toFailure(answer.error, answer.headers ?? {});
  const refused = (answer.data?.errors ?? []).map(({ index, message }) => ({
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
  /** Missing in answers of a gateway. */
  statusCode?: number | null;
}

/** Statuses for which splitting a batch finds the emails that are wrong. */
const contentStatuses = [400, 413, 422];

/** Operators read these in logs and alarms, where no address belongs. */
const withoutAddresses = (text: string) => text.replace(/\S+/g, (word) => (word.includes("@") ? "…" : word));

function toFailure({ name, message, statusCode }: ResendError, headers: Record<string, string>): Delivery {
  const error = withoutAddresses(statusCode ? `${statusCode} ${message}` : message);
  // The key was used for these emails before one of them changed, so they were accepted then.
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
