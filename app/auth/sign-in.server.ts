import type { AppLoadContext } from "@remix-run/cloudflare";
import type { SQL } from "drizzle-orm";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Statement } from "#app/db/batches.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { createFlowStorage } from "#app/http/cookies.ts";
import { loginForm } from "#app/lib/account/account-forms.ts";
import { deleteSignInAttempts, recordSignInAttempt } from "#app/models/account/credentials.server.ts";
import { endRecovery } from "#app/models/account/recoveries.server.ts";
import type { KnownOwner } from "#app/models/account/sessions.server.ts";
import {
  findAccount,
  ownerOf,
  replacePasswordHash,
  userWithPassword,
} from "#app/models/account/users.server.ts";
import { noteRefusal } from "#app/models/security/security-notes.server.ts";
import { readDeviceHash, readVisit } from "./device.server.ts";
import { hashPassword, isOutdated, rehashPassword, verifyPassword } from "./password.server.ts";

const messages = {
  wrong: "Invalid login credentials",
  "too many attempts": "Too many attempts. Wait 15 minutes, or choose a new password.",
};

type PasswordRefusal = keyof typeof messages;

class PasswordError extends AuthorizationError {
  reason: PasswordRefusal;

  constructor(reason: PasswordRefusal) {
    super(messages[reason]);
    this.reason = reason;
  }
}

export const refuseWrongPassword = (): never => {
  throw new PasswordError("wrong");
};

/** Undefined if something other than a password was refused. */
export const findPasswordRefusal = (error: AuthorizationError): PasswordRefusal | undefined =>
  error instanceof PasswordError ? error.reason : undefined;

/** Verified if there is no account, so that the response takes as long. */
let dummyHash: Promise<string> | undefined;

/** The owner of this form's email and password; throws an AuthorizationError with a sentence for the person. */
export async function authenticateWithPassword(
  request: Request,
  context: AppLoadContext,
): Promise<KnownOwner> {
  const form = new FormStrategy<KnownOwner>(async ({ form }) => {
    const { data } = loginForm.safeParse(Object.fromEntries(form));
    if (!data) return refuseWrongPassword();
    return checkPassword(context, await startAttempt(request, context, data.email), data.password);
  });
  const authenticator = new Authenticator<KnownOwner>(createFlowStorage(request, context.env), {
    throwOnError: true,
  }).use(form, "form");
  try {
    return await authenticator.authenticate("form", request);
  } catch (error) {
    // The strategy turns every error into a refusal, even a database error.
    throw error instanceof AuthorizationError ? (error.cause ?? error) : error;
  }
}

type StartedAttempt = Awaited<ReturnType<typeof startAttempt>>;

/** Counts the attempt before a password is hashed. With a subquery for the email, this doesn't wait for the session. */
export async function startAttempt(request: Request, context: AppLoadContext, email: string | SQL) {
  const { db } = context;
  const attempt = { email, deviceHash: readDeviceHash(context), visit: readVisit(request, context) };
  const [isCounted, account] = await Promise.all([recordSignInAttempt(db, attempt), findAccount(db, email)]);
  return { attempt, isCounted, account };
}

/** Throws like `authenticateWithPassword`. */
export async function checkPassword(
  context: AppLoadContext,
  { attempt, isCounted, account }: StartedAttempt,
  password: string,
): Promise<KnownOwner> {
  const { db } = context;
  if (!isCounted) {
    sendAfterResponse(context);
    throw new PasswordError("too many attempts");
  }

  dummyHash ??= hashPassword(crypto.randomUUID());
  const right = await verifyPassword(password, account?.passwordHash ?? (await dummyHash));
  // An unconfirmed account gets the same answer, or anybody could learn whether an address is confirmed.
  if (!account?.passwordHash || !right || !account.emailConfirmedAt) {
    context.waitUntil(noteRefusal(db, ownerOf(attempt.email), "sign-in-refused", attempt.visit).execute());
    return refuseWrongPassword();
  }
  const { id, passwordHash: previousHash } = account;
  const last: Statement[] = [];
  if (isOutdated(previousHash)) {
    const passwordHash = await rehashPassword(password, previousHash);
    last.push(replacePasswordHash(db, { id, previousHash, passwordHash }));
  }
  const userId = userWithPassword(id, previousHash);
  const first = [deleteSignInAttempts(db, attempt), ...endRecovery(db, userId, attempt.visit)];
  return { userId, first, last };
}
