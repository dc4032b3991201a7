import type { AppLoadContext } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { loginForm } from "#app/lib/account/account-forms.ts";
import { deleteSignInAttempts, recordSignInAttempt } from "#app/models/account/sign-in-attempts.server.ts";
import { findAccount, ownerOf, replacePasswordHash } from "#app/models/account/users.server.ts";
import { noteRefusal, type Visit } from "#app/models/security/security-notes.server.ts";
import { readDeviceHash } from "./device.server.ts";
import { createFlowStorage } from "./flow-storage.server.ts";
import { hashPassword, isOutdated, rehashPassword, verifyPassword } from "./password.server.ts";
import { readVisit } from "./visit.server.ts";

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

/** Nothing where it was no password that was refused. */
export const findPasswordRefusal = (error: AuthorizationError): PasswordRefusal | undefined =>
  error instanceof PasswordError ? error.reason : undefined;

/** Verified where there is no account, so that the response takes as long. */
let dummyHash: Promise<string> | undefined;

/** The user id of this form's email and password; throws an AuthorizationError with a sentence for whoever tries. */
export async function authenticateWithPassword(
  request: Request,
  context: AppLoadContext,
  formData: FormData,
): Promise<string> {
  const visit = readVisit(request, context);
  const form = new FormStrategy<string>(({ form }) => checkPassword(context, form, visit));
  const authenticator = new Authenticator<string>(createFlowStorage(request, context.env), {
    throwOnError: true,
  }).use(form, "form");
  try {
    return await authenticator.authenticate("form", new Request(request.url), {
      context: { ...context, formData },
    });
  } catch (error) {
    // The strategy makes a refusal of any error, also one of the database.
    throw error instanceof AuthorizationError ? (error.cause ?? error) : error;
  }
}

async function checkPassword(context: AppLoadContext, form: FormData, visit: Visit): Promise<string> {
  const { db } = context;
  const typed = loginForm.safeParse(Object.fromEntries(form));
  if (!typed.success) return refuseWrongPassword();
  const { email, password } = typed.data;
  const attempt = { email, deviceHash: readDeviceHash(context), visit };
  if (!(await recordSignInAttempt(db, attempt))) {
    sendAfterResponse(context);
    throw new PasswordError("too many attempts");
  }

  const account = await findAccount(db, email);
  dummyHash ??= hashPassword(crypto.randomUUID());
  const right = await verifyPassword(password, account?.passwordHash ?? (await dummyHash));
  // An unconfirmed account gets the same answer, or anybody could learn whether an address is confirmed.
  if (!account?.passwordHash || !right || !account.emailConfirmedAt) {
    await noteRefusal(db, ownerOf(email), "sign-in-refused", visit);
    return refuseWrongPassword();
  }
  await deleteSignInAttempts(db, attempt);
  if (isOutdated(account.passwordHash)) {
    await replacePasswordHash(db, {
      ...account,
      previousHash: account.passwordHash,
      passwordHash: await rehashPassword(password, account.passwordHash),
    });
  }
  return account.id;
}
