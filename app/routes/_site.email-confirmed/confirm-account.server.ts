import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { readDeviceHash, rememberDevice } from "#app/auth/device.server.ts";
import { repeatLinkSession, startLinkSession } from "#app/auth/links.server.ts";
import { makeAccountKeys } from "#app/lib/account/account-key.server.ts";
import { readLinkToken, tokenQuery } from "#app/lib/signatures.server.ts";
import { confirmEmailAddress, findLink } from "#app/models/account/link-tokens.server.ts";

const findConfirmation = ({ env, db, now }: AppLoadContext, token: string) =>
  findLink(db, "confirm", { linkId: readLinkToken(env, "confirm", token) ?? "", now });

/** The address that the link confirms. */
export async function findAddressToConfirm(context: AppLoadContext, token: string): Promise<string | null> {
  const link = await findConfirmation(context, token);
  if (!link) return null;
  // So that pressing the button twice gives the same session.
  rememberDevice(context);
  return link.email;
}

/** Whoever opens the link owns the address. What was typed counts only where this browser has typed it; a stranger may have typed anything else. */
export async function confirmAndSignIn(request: Request, context: AppLoadContext, token: string) {
  const { env, db, now } = context;
  const link = await findConfirmation(context, token);
  const linkId = readLinkToken(env, "confirm", token) ?? "";
  if (link) {
    const { email, firstName, lastName, deviceHash } = link;
    const isSameBrowser = deviceHash !== null && deviceHash === readDeviceHash(context);
    const account = isSameBrowser
      ? { firstName, lastName, passwordHash: link.passwordHash }
      : { firstName: "", lastName, passwordHash: null };
    const keys = makeAccountKeys(env, { email });
    const isSignedIn = await startLinkSession(request, context, linkId, (session) =>
      confirmEmailAddress(db, { linkId, now }, account, keys, session),
    );
    if (isSignedIn) return redirect("/quiz");
  }
  // The same request may have come twice.
  const isRepeated = await repeatLinkSession(context, { linkId, password: undefined });
  return redirect(isRepeated ? "/quiz" : `/auth/confirm?${tokenQuery(token)}`);
}
