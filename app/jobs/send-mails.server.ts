import { sendDueMails } from "../emails/send.server.ts";
import type { JobContext } from "../load-context.ts";

/** What could not be sent right after the request that wrote it. */
export const sendMails = (context: JobContext) => sendDueMails(context, 50_000);
