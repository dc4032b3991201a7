import { randomBytes } from "node:crypto";
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import type { SQL } from "drizzle-orm";
import { AuthorizationError } from "remix-auth";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { log } from "#app/log.ts";
import { findBlock } from "#app/models/account/blocks.server.ts";
import {
  addChallenge,
  addPasskey,
  findPasskey,
  listPasskeys,
  openPasskeyHandle,
  ownerOfUse,
  type PasskeyPurpose,
  recordPasskeyUse,
  takeChallenge,
} from "#app/models/account/credentials.server.ts";
import { endRecovery } from "#app/models/account/recoveries.server.ts";
import type { KnownOwner, SignedIn } from "#app/models/account/sessions.server.ts";
import { noteRefusal } from "#app/models/security/security-notes.server.ts";
import { club } from "#club";
import { hashToken, nameBrowser, newToken, readVisit } from "./device.server.ts";
import { algorithms, isUsableKey, readAssertion, readRegistration } from "./passkey-json.server.ts";
import { BlockedError, userIdIfSignedIn } from "./session.server.ts";

const messages = {
  unreadable: "This passkey didn’t work. Try again, or sign in another way.",
  late: "That took too long, or was sent twice. Try again.",
  unverified: "Your device didn’t check that it’s you. Try again with your fingerprint, face or PIN.",
  unknown: "We don’t know this passkey. It may have been removed. Sign in another way.",
  copied: "Somebody may have copied this passkey, so we refused it. Sign in another way, then remove it.",
  notAdded: "This passkey is already in use, or you have 20 passkeys. Remove one first.",
};

type RefusalReason = keyof typeof messages;

class PasskeyError extends AuthorizationError {
  reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(messages[reason]);
    this.reason = reason;
  }
}

const refuse = (reason: RefusalReason): never => {
  throw new PasskeyError(reason);
};

/** A local club answers at several addresses. */
function siteUrl(request: Request, { APP_ENV, SITE_URL }: Env) {
  const { origin, hostname } = new URL(APP_ENV === "local" ? request.url : SITE_URL);
  return { origin, rpId: hostname };
}

/** Options for creating a passkey, or for signing with one. Sends an account that has been erased meanwhile to the login. */
export async function createPasskeyOptions(
  request: Request,
  context: AppLoadContext,
  purpose: PasskeyPurpose,
  user: SignedIn | null,
) {
  const { env, db, now } = context;
  const token = newToken();
  const wanted = { hash: hashToken(token), purpose, userId: user?.userId ?? null, now };
  const registers = purpose === "register" && user !== null;
  const [isAdded, passkeys, handle] = await Promise.all([
    addChallenge(db, wanted),
    user ? listPasskeys(db, user.userId) : [],
    registers && openPasskeyHandle(db, user.userId, randomBytes(32).toString("base64url")),
  ]);
  if (!isAdded) throw redirect("/login");
  const challenge = fromBase64url(token);
  const known = passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
  const { rpId } = siteUrl(request, env);
  const timeout = keptMs.passkeyChallenge;
  if (!registers)
    return generateAuthenticationOptions({
      challenge,
      rpID: rpId,
      timeout,
      userVerification: "required",
      allowCredentials: known,
    });
  if (!handle) throw redirect("/login");
  return generateRegistrationOptions({
    challenge,
    timeout,
    rpID: rpId,
    rpName: club.name,
    userID: fromBase64url(handle),
    userName: user.email,
    userDisplayName: user.userName,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestationType: "none",
  });
}

export async function startRegistration(context: AppLoadContext, json: string, userId: SQL) {
  const answer = readRegistration(json);
  return answer && { ...answer, isInTime: await takeAnswered(context, answer, "register", userId) };
}

/** Throws an AuthorizationError with a sentence for the owner, and sends somebody who was signed out meanwhile to the login. */
export async function registerPasskey(
  request: Request,
  context: AppLoadContext,
  { userId, sessionId }: SignedIn,
  started: Awaited<ReturnType<typeof startRegistration>>,
): Promise<void> {
  const { db } = context;
  const answer = started ?? refuse("unreadable");
  const expected = expectAnswer(request, context, answer);
  const { response } = answer;
  const { registrationInfo } = await refuseOnError(async () => {
    checkAttestation(response.response.attestationObject);
    return verifyRegistrationResponse({ ...expected, response, supportedAlgorithmIDs: algorithms });
  });
  if (!registrationInfo) return refuse("unreadable");
  const { credential, userVerified } = registrationInfo;
  if (!userVerified) refuse("unverified");
  // The library does not compare the two ids.
  if (credential.id !== response.id || !isUsableKey(credential.publicKey)) refuse("unreadable");
  const passkey = {
    credentialId: credential.id,
    userId,
    sessionId,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name: nameBrowser(request.headers.get("User-Agent")),
    visit: readVisit(request, context),
  };
  const outcome = await addPasskey(db, passkey);
  if (outcome === "signed out") throw redirect("/login");
  if (outcome === "refused") refuse("notAdded");
}

/** The owner of this passkey; throws an AuthorizationError with a sentence for the person. */
export const authenticateWithPasskey = (request: Request, context: AppLoadContext, json: string) =>
  checkPasskey(request, context, json, "sign-in");

/** The id of a passkey that was refused because no account has it, so that the device can forget it. */
export const findUnknownPasskey = (error: AuthorizationError, json: string) =>
  error instanceof PasskeyError && error.reason === "unknown" ? readAssertion(json)?.response.id : undefined;

/** Checks that it is still this user; throws an AuthorizationError with a sentence for the person. */
export const verifyWithPasskey = (
  request: Request,
  context: AppLoadContext,
  session: Promise<SignedIn>,
  json: string,
) => checkPasskey(request, context, json, "verify", session);

/** The batch that signs somebody in compares the counter. */
async function checkPasskey(
  request: Request,
  context: AppLoadContext,
  json: string,
  purpose: PasskeyPurpose,
  session?: Promise<SignedIn>,
): Promise<KnownOwner> {
  const { db, now } = context;
  const answer = readAssertion(json) ?? refuse("unreadable");
  const { response } = answer;
  const [isInTime, found, signedIn] = await Promise.all([
    takeAnswered(context, answer, purpose, session ? userIdIfSignedIn(context) : null),
    findPasskey(db, response.id),
    session,
  ]);
  const expected = expectAnswer(request, context, { ...answer, isInTime });
  const passkey = found ?? refuse("unknown");
  try {
    const counter = await checkAssertion({ response, expected, passkey, userId: signedIn?.userId ?? null });
    const use = { credentialId: response.id, counter, now };
    const userId = ownerOfUse(use);
    const first = endRecovery(db, userId, readVisit(request, context));
    return { userId, first, last: [recordPasskeyUse(db, use)] };
  } catch (error) {
    if (error instanceof PasskeyError)
      await noteRefusal(db, passkey.userId, "passkey-refused", readVisit(request, context));
    throw error;
  }
}

/** Explains why a passkey signed nobody in: it was removed meanwhile, its owner is blocked, or its counter went back. */
export async function refuseUnusedPasskey(
  request: Request,
  context: AppLoadContext,
  json: string,
): Promise<never> {
  const { db, now, requestId } = context;
  const passkey = await findPasskey(db, readAssertion(json)?.response.id ?? "");
  if (!passkey) return refuse("unknown");
  const block = await findBlock(db, passkey.userId, now);
  const kind = block ? "sign-in-blocked" : "passkey-refused";
  await noteRefusal(db, passkey.userId, kind, readVisit(request, context));
  if (block) throw new BlockedError();
  log("warning", "passkey counter went back", { requestId });
  return refuse("copied");
}

interface Assertion {
  response: NonNullable<ReturnType<typeof readAssertion>>["response"];
  expected: ReturnType<typeof expectAnswer>;
  passkey: NonNullable<Awaited<ReturnType<typeof findPasskey>>>;
  userId: string | null;
}

/** Returns the counter. */
async function checkAssertion({ response, expected, passkey, userId }: Assertion): Promise<number> {
  const { id, response: assertion } = response;
  if (userId !== null && passkey.userId !== userId) refuse("unreadable");
  // The device can leave out the user only if we named the credential.
  if (assertion.userHandle !== passkey.userHandle && (userId === null || assertion.userHandle !== undefined))
    refuse("unreadable");
  const { verified, authenticationInfo } = await refuseOnError(() =>
    verifyAuthenticationResponse({
      ...expected,
      response,
      // The database compares the counter when it writes the new one.
      credential: { id, publicKey: fromBase64url(passkey.publicKey), counter: 0 },
    }),
  );
  if (!verified) refuse("unreadable");
  const { userVerified, newCounter } = authenticationInfo;
  if (!userVerified) refuse("unverified");
  return newCounter;
}

/** The first attempt uses up the challenge, whether it succeeds or not. */
const takeAnswered = (
  { db, now }: AppLoadContext,
  { challenge }: { challenge: string },
  purpose: PasskeyPurpose,
  userId: SQL | null,
) => takeChallenge(db, { hash: hashToken(challenge), purpose, userId, now });

function expectAnswer(
  request: Request,
  { env }: AppLoadContext,
  { challenge, isFramed, isInTime }: { challenge: string; isFramed: boolean; isInTime: boolean },
) {
  if (!isInTime) refuse("late");
  // The library allows frames of other sites.
  if (isFramed) refuse("unreadable");
  const { origin, rpId } = siteUrl(request, env);
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    // The caller checks this afterwards, because it has a message of its own.
    requireUserVerification: false,
  };
}

/** Browsers send no certificates unless asked, and the library would ask the network whether they are valid. */
function checkAttestation(attestationObject: string): void {
  const attestation = decodeAttestationObject(fromBase64url(attestationObject));
  const isSelfSigned = attestation.get("fmt") === "packed" && !attestation.get("attStmt").get("x5c");
  if (attestation.get("fmt") !== "none" && !isSelfSigned) throw new Error("An attestation");
}

/** The library throws if a rule is broken, and for data that it can't read. */
async function refuseOnError<Result>(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch {
    return refuse("unreadable");
  }
}

const fromBase64url = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
