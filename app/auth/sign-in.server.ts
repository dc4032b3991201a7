import type { AppLoadContext } from "@remix-run/cloudflare";
import { createCookieSessionStorage } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { cookieName, isSecure } from "#app/http/cookies.ts";
import { loginForm } from "#app/lib/account-forms.ts";
import { listKeys } from "#app/lib/signatures.server.ts";
import { deleteSignInAttempts, recordSignInAttempt } from "#app/models/account/sign-in-attempts.server.ts";
import { findAccount, replacePasswordHash } from "#app/models/account/users.server.ts";
import { readDeviceHash } from "./device.server.ts";
import { googleClient, googleStrategy } from "./google.server.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.server.ts";

export const wrongPasswordMessage = "Invalid login credentials";
export const unconfirmedMessage = "Email not confirmed";
export const tooManyAttemptsMessage = "Too many attempts. Please wait 15 minutes, or choose a new password.";

/** Verified where there is no account, so that the response takes as long. */
let dummyHash: Promise<string> | undefined;

/** Returns the user id or throws one of the messages above. Sessions are ours; remix-auth's storage only holds OAuth state. */
export function createAuthenticator(
  request: Request,
  context: AppLoadContext,
  codeVerifier = "",
): Authenticator<string> {
  const { env, db, now } = context;
  const storage = createCookieSessionStorage({
    cookie: {
      name: cookieName(request, "auth"),
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: isSecure(request),
      maxAge: 600,
      secrets: listKeys(env, "auth cookie"),
    },
  });
  const form = new FormStrategy<string>(async ({ form }) => {
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
    if (!account?.passwordHash || !right) throw new AuthorizationError(wrongPasswordMessage);
    await deleteSignInAttempts(db, attempt);
    if (isOutdated(account.passwordHash)) {
      await replacePasswordHash(db, {
        ...account,
        previousHash: account.passwordHash,
        passwordHash: await hashPassword(password),
      });
    }
    if (!account.emailConfirmedAt) throw new AuthorizationError(unconfirmedMessage);
    return account.id;
  });
  const found = new Authenticator<string>(storage, { throwOnError: true }).use(form, "form");
  const { origin } = new URL(request.url);
  const google = googleClient(env, origin);
  return google ? found.use(googleStrategy(google, { origin, codeVerifier }, context), "google") : found;
}
