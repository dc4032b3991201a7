import type { AppLoadContext } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { loginForm } from "#app/lib/account-forms.ts";
import { deleteSignInAttempts, recordSignInAttempt } from "#app/models/account/sign-in-attempts.server.ts";
import { findAccount, replacePasswordHash } from "#app/models/account/users.server.ts";
import { readDeviceHash } from "./device.server.ts";
import { createFlowStorage } from "./flow-storage.server.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.server.ts";

export const wrongPasswordMessage = "Invalid login credentials";
export const tooManyAttemptsMessage = "Too many attempts. Please wait 15 minutes, or choose a new password.";

/** Verified where there is no account, so that the response takes as long. */
let dummyHash: Promise<string> | undefined;

/** The user id of this form's email and password; throws an AuthorizationError with one of the messages above. */
export function authenticateWithPassword(
  request: Request,
  context: AppLoadContext,
  formData: FormData,
): Promise<string> {
  const form = new FormStrategy<string>(({ form }) => checkPassword(request, context, form));
  return new Authenticator<string>(createFlowStorage(request, context.env), { throwOnError: true })
    .use(form, "form")
    .authenticate("form", new Request(request.url), { context: { ...context, formData } });
}

async function checkPassword(request: Request, context: AppLoadContext, form: FormData): Promise<string> {
  const { db, now } = context;
  const typed = loginForm.safeParse(Object.fromEntries(form));
  if (!typed.success) throw new AuthorizationError(wrongPasswordMessage);
  const { email, password } = typed.data;
  const attempt = { email, deviceHash: readDeviceHash(request), now };
  if (!(await recordSignInAttempt(db, attempt))) {
    sendAfterResponse(context);
    throw new AuthorizationError(tooManyAttemptsMessage);
  }

  const account = await findAccount(db, email);
  dummyHash ??= hashPassword(crypto.randomUUID());
  const right = await verifyPassword(password, account?.passwordHash ?? (await dummyHash));
  // An unconfirmed account gets the same answer, or anybody could learn whether an address is confirmed.
  if (!account?.passwordHash || !right || !account.emailConfirmedAt)
    throw new AuthorizationError(wrongPasswordMessage);
  await deleteSignInAttempts(db, attempt);
  if (isOutdated(account.passwordHash)) {
    await replacePasswordHash(db, {
      ...account,
      previousHash: account.passwordHash,
      passwordHash: await hashPassword(password),
    });
  }
  return account.id;
}
