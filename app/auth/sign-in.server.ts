import type { AppLoadContext } from "@remix-run/cloudflare";
import { createCookieSessionStorage } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { loginForm } from "#app/lib/account-forms.ts";
import { forgetAttempts, mayTry } from "#app/models/account/sign-in-attempts.server.ts";
import { findAccount, replaceHash } from "#app/models/account/users.server.ts";
import { googleClient, googleStrategy } from "./google.server.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.server.ts";

export const wrongPassword = "Invalid login credentials";
export const unconfirmed = "Email not confirmed";
export const tooManyTries = "Too many tries. Please wait 15 minutes, or choose a new password.";

/** Hashed against when there is no account, so that a guess takes as long either way. */
let nobody: Promise<string> | undefined;

/**
 * Says who it is, or throws one of the sentences above. remix-auth does no more for us: the session is our own, so its
 * storage only holds what a strategy must remember between two requests.
 */
export function authenticator(context: AppLoadContext, origin: string): Authenticator<string> {
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
    if (!typed.success) throw new AuthorizationError(wrongPassword);
    const { email, password } = typed.data;
    if (!(await mayTry(db, email, now))) throw new AuthorizationError(tooManyTries);

    const account = await findAccount(db, email);
    nobody ??= hashPassword(crypto.randomUUID());
    const right = await verifyPassword(password, account?.passwordHash ?? (await nobody));
    if (!account?.passwordHash || !right) throw new AuthorizationError(wrongPassword);
    await forgetAttempts(db, email);
    if (isOutdated(account.passwordHash)) {
      await replaceHash(db, {
        ...account,
        former: account.passwordHash,
        passwordHash: await hashPassword(password),
      });
    }
    if (!account.emailConfirmedAt) throw new AuthorizationError(unconfirmed);
    return account.id;
  });
  const found = new Authenticator<string>(storage, { throwOnError: true }).use(form, "form");
  const google = googleClient(env, origin);
  return google ? found.use(googleStrategy(google, origin, context), "google") : found;
}
