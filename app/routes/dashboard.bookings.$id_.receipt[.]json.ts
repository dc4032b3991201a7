import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batches.ts";
import { notFound, privateFile } from "#app/http/responses.ts";
import { logError } from "#app/log.ts";
import { loadReceipt, readMatchRecord } from "#app/models/seating/match-records.server.ts";
import { RecordNotRead } from "#app/models/seating/stored-records.server.ts";
import { club } from "#club";

/** `docs/match-records.md` explains how to verify it. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const [, record] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readMatchRecord(context.db, userIdIfSignedIn(context), id)),
  ]);
  if (!record) throw notFound();
  let receipt: unknown;
  try {
    receipt = await loadReceipt({ db: context.db, bucket: context.env.AVATARS }, id, record);
  } catch (error) {
    if (!(error instanceof RecordNotRead)) throw error;
    logError("match record not read", error, { requestId: context.requestId });
    return new Response("We can’t read this receipt just now. Try again in a moment.", { status: 503 });
  }
  return privateFile(`${club.fileName}-receipt.json`, "application/json", JSON.stringify(receipt, null, 2));
}
