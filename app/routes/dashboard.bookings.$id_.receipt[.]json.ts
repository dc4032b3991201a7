import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batched-read.ts";
import { notFound, privateFile } from "#app/http/responses.ts";
import { readMatchRecord } from "#app/models/matching/match-records.server.ts";

/** `docs/match-records.md` explains how to verify it. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const [, record] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readMatchRecord(context.db, userIdIfSignedIn(context), id)),
  ]);
  if (!record) throw notFound();
  return privateFile("oten-receipt.json", "application/json", JSON.stringify(record, null, 2));
}
