import type { JobContext } from "#app/job-context.ts";
import {
  findQueuedEmail,
  listQueuedEmails,
  type QueuedEmail,
} from "#app/models/outbox/queued-emails.server.ts";
import type { RenderedEmail } from "./layout/render-content.tsx";
import { renderEmail } from "./render-email.server.ts";

export const maxLocalEmails = 100;

/** The emails that a local club would have sent, newest first, for its developer to read. */
export async function listLocalEmails({ db, env }: JobContext, to?: string) {
  const emails = await listQueuedEmails(db, { limit: maxLocalEmails, to });
  return emails.map((email) => {
    const { id, kind, to, sentAt } = email;
    return { id, kind, to, sentAt, ...renderIfPossible(env, email) };
  });
}

export async function findLocalEmail(
  { db, env }: JobContext,
  id: string,
): Promise<RenderedEmail | undefined> {
  const email = await findQueuedEmail(db, id);
  return email && renderIfPossible(env, email);
}

function renderIfPossible(env: Env, email: QueuedEmail): RenderedEmail {
  try {
    return renderEmail(env, email);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { subject: email.kind, html: reason, text: reason };
  }
}
