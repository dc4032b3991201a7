import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { hashToken } from "#app/auth/device.server.ts";
import { sessionToken, signOut } from "#app/auth/session.server.ts";
import { clearedCache } from "#app/http/responses.ts";
import { logError } from "#app/log.ts";
import { endSession } from "#app/models/account/sessions.server.ts";

export const loader = () => redirect("/");

/** Clears the cookie even when the database fails. */
export async function action({ context }: ActionFunctionArgs) {
  const { db, requestId } = context;
  const token = sessionToken(context);
  if (token) {
    await endSession(db, hashToken(token)).catch((error) =>
      logError("sign-out failed", error, { requestId }),
    );
  }
  signOut(context);
  return redirect("/", clearedCache);
}
