import type { AppLoadContext } from "@remix-run/cloudflare";
import { createCookieSessionStorage } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { loginForm } from "#app/lib/account-forms.ts";
import { deleteSignInAttempts, recordSignInAttempt } from "#app/models/account/sign-in-attempts.server.ts";
import { findAccount, replacePasswordHash } from "#app/models/account/users.server.ts";
import { googleClient, googleStrategy } from "./google.server.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.server.ts";

export const wrongPasswordMessage = "Invalid login credentials";
export const unconfirmedMessage = "Email not confirmed";
export const tooManyAttemptsMessage = "Too many attempts. Please wait 15 minutes, or choose a new password.";

/** Verified where there is no account, so that the response takes as long. */
let dummyHash: Promise<string> | undefined;

/** Returns the user id or throws one of the messages above. Sessions are ours; remix-auth's storage only holds OAuth state. */
export function createAuthenticator(context: AppLoadContext, origin: string): Authenticator<string> {
  const { env, db, now } = context;
  const storage = createCookieSessionStorage({
    cookie: {
      name: "auth",
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      maxAge: 600,
      secrets: [env.SESSION_SECRET],
    },
  });
  const form = new FormStrategy<string>(async ({ form }) => {
    const typed = loginForm.safeParse(Object.fromEntries(form));
    if (!typed.success) throw new AuthorizationError(wrongPasswordMessage);
    const { email, password } = typed.data;
    if (!(await recordSignInAttempt(db, email, now))) throw new AuthorizationError(tooManyAttemptsMessage);

    const account = await findAccount(db, email);
    dummyHash ??= hashPassword(crypto.randomUUID());
    const right = await verifyPassword(password, account?.passwordHash ?? (await dummyHash));
    if (!account?.passwordHash || !right) throw new AuthorizationError(wrongPasswordMessage);
    await deleteSignInAttempts(db, email);
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
  const google = googleClient(env, origin);
  return google ? found.use(googleStrategy(google, origin, context), "google") : found;
}
