import { randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { AuthorizationError } from "remix-auth";
import { nameBrowser } from "#app/lib/browser-name.ts";
import {
  type AuthenticatorData,
  algorithms,
  type ClientData,
  isForRpId,
  isSignatureRight,
  readAssertion,
  readRegistration,
} from "#app/lib/webauthn.server.ts";
import { log } from "#app/log.ts";
import {
  addChallenge,
  addPasskey,
  challengeLifetimeMs,
  findPasskey,
  listPasskeys,
  openPasskeyHandle,
  type PasskeyPurpose,
  recordPasskeyUse,
  takeChallenge,
} from "#app/models/account/passkeys.server.ts";
import type { SignedIn } from "#app/models/account/sessions.server.ts";
import { hashToken, newToken } from "./tokens.server.ts";

const messages = {
  unreadable: "This passkey did not work. Please try again, or choose another way.",
  late: "That took too long, or was sent twice. Please try again.",
  unverified:
    "Your device did not check that it is you. Please try again with your fingerprint, face or PIN.",
  unknown: "We don’t know this passkey. It may have been removed. Please choose another way.",
  copied:
    "Somebody may have copied this passkey, so we refused it. Please choose another way, and remove it.",
  notAdded: "This passkey is in use already, or you have 20 passkeys. Please remove one first.",
};

const refuse = (reason: keyof typeof messages): never => {
  throw new AuthorizationError(messages[reason]);
};

/** A local club answers at several addresses. */
function siteUrl(request: Request, { APP_ENV, SITE_URL }: Env) {
  const { origin, hostname } = new URL(APP_ENV === "local" ? request.url : SITE_URL);
  return { origin, rpId: hostname };
}

/** What the browser needs to create a passkey, or to sign with one. */
export async function createPasskeyOptions(
  request: Request,
  context: AppLoadContext,
  purpose: PasskeyPurpose,
  user: SignedIn | null,
) {
  const { env, db, now } = context;
  const challenge = newToken();
  await addChallenge(db, { hash: hashToken(challenge), purpose, userId: user?.userId ?? null, now });
  const known = user
    ? (await listPasskeys(db, user.userId)).map(({ credentialId, transports }) => ({
        type: "public-key",
        id: credentialId,
        transports,
      }))
    : [];
  const { rpId } = siteUrl(request, env);
  const timeout = challengeLifetimeMs;
  if (purpose !== "register" || !user)
    return { challenge, rpId, timeout, userVerification: "required", allowCredentials: known };
  return {
    challenge,
    timeout,
    rp: { id: rpId, name: "Öten" },
    user: {
      id: await openPasskeyHandle(db, user.userId, randomBytes(32).toString("base64url")),
      name: user.email,
      displayName: user.userName,
    },
    pubKeyCredParams: Object.values(algorithms).map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: known,
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** Throws an AuthorizationError with a sentence for the owner. */
export async function registerPasskey(
  request: Request,
  context: AppLoadContext,
  userId: string,
  json: string,
): Promise<void> {
  const { db, now } = context;
  const registration = readRegistration(json) ?? refuse("unreadable");
  await checkCeremony(request, context, registration, "register", userId);
  const { credentialId, publicKey, transports, authenticator } = registration;
  const name = nameBrowser(request.headers.get("User-Agent"));
  const { counter } = authenticator;
  if (!(await addPasskey(db, { credentialId, userId, publicKey, counter, transports, name, now })))
    refuse("notAdded");
}

/** The user id of this passkey's owner; throws an AuthorizationError with a sentence for whoever tries. */
export const authenticateWithPasskey = (request: Request, context: AppLoadContext, json: string) =>
  checkPasskey(request, context, json, "sign-in", null);

/** Whether it is still this user; throws an AuthorizationError with a sentence for whoever tries. */
export async function verifyWithPasskey(
  request: Request,
  context: AppLoadContext,
  userId: string,
  json: string,
): Promise<void> {
  await checkPasskey(request, context, json, "verify", userId);
}

async function checkPasskey(
  request: Request,
  context: AppLoadContext,
  json: string,
  purpose: PasskeyPurpose,
  userId: string | null,
): Promise<string> {
  const { db, now, requestId } = context;
  const assertion = readAssertion(json) ?? refuse("unreadable");
  await checkCeremony(request, context, assertion, purpose, userId);
  const { credentialId, userHandle, authenticator } = assertion;
  const passkey = (await findPasskey(db, credentialId)) ?? refuse("unknown");
  if (userId !== null && passkey.userId !== userId) refuse("unknown");
  // Only where we named the credential may the device leave out whom it means.
  if (userHandle !== passkey.userHandle && (userId === null || userHandle !== undefined)) refuse("unknown");
  if (!isSignatureRight(passkey.publicKey, assertion)) refuse("unreadable");
  if (!(await recordPasskeyUse(db, { credentialId, counter: authenticator.counter, now }))) {
    log("warning", "passkey counter went back", { requestId });
    refuse("copied");
  }
  return passkey.userId;
}

interface Ceremony {
  clientData: ClientData;
  authenticator: AuthenticatorData;
}

/** The challenge is used up by the first attempt, whatever comes of it. */
async function checkCeremony(
  request: Request,
  { env, db, now }: AppLoadContext,
  { clientData, authenticator }: Ceremony,
  purpose: PasskeyPurpose,
  userId: string | null,
): Promise<void> {
  const { origin, rpId } = siteUrl(request, env);
  const { type, challenge, crossOrigin } = clientData;
  if (type !== (purpose === "register" ? "webauthn.create" : "webauthn.get")) refuse("unreadable");
  if (!(await takeChallenge(db, { hash: hashToken(challenge), purpose, userId, now }))) refuse("late");
  if (clientData.origin !== origin || crossOrigin || !isForRpId(authenticator, rpId)) refuse("unreadable");
  if (!authenticator.isUserPresent || !authenticator.isUserVerified) refuse("unverified");
}
