import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import type { JobContext } from "#app/load-context.ts";

/** What could not be sent right after the request that wrote it. */
export const sendEmails = (context: JobContext) => sendDueEmails(context, 50_000);
