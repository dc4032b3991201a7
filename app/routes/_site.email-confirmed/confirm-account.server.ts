import { type AppLoadContext, json, redirect } from "@remix-run/cloudflare";
import { readDeviceHash } from "#app/auth/device.server.ts";
import { refuseTooManyHashes } from "#app/auth/guards.server.ts";
import { repeatLinkSession, startLinkSession } from "#app/auth/link-session.server.ts";
import { hashPassword, verifyPassword } from "#app/auth/password.server.ts";
import { findPasswordProblem } from "#app/auth/password-problem.server.ts";
import {
  claimAccountForm,
  type FormIssue,
  firstError,
  passwordsDiffer,
} from "#app/lib/account/account-forms.ts";
import { makeAccountKeys } from "#app/lib/account/account-key.server.ts";
import { readLinkToken, tokenQuery } from "#app/lib/account/link-token.server.ts";
import { confirmEmailAddress, findLink } from "#app/models/account/link-tokens.server.ts";

/** What the page asks for, so that nobody else's password ends up on an account. */
type Asked = "nothing" | "password" | "new password";

export interface ConfirmationLink {
  token: string;
  email: string;
  asked: Asked;
  firstName: string;
  lastName: string;
}

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>;
type ConfirmedAccount = Pick<Link, "email" | "passwordHash" | "firstName" | "lastName">;

/** The browser that signed up is recognized by its cookie; in any other, the password of the sign-up is asked for. */
function whatToAsk(request: Request, context: AppLoadContext, { deviceHash, passwordHash }: Link): Asked {
  if (!passwordHash) return "new password";
  if (deviceHash !== null && deviceHash === readDeviceHash(context)) return "nothing";
  return new URL(request.url).searchParams.has("new") ? "new password" : "password";
}

const findConfirmation = ({ env, db, now }: AppLoadContext, token: string) =>
  findLink(db, "confirm", { linkId: readLinkToken(env, "confirm", token) ?? "", now });

export async function findConfirmationLink(
  request: Request,
  context: AppLoadContext,
  token: string,
): Promise<ConfirmationLink | null> {
  const link = await findConfirmation(context, token);
  if (!link) return null;
  const { email, firstName, lastName } = link;
  return { token, email, asked: whatToAsk(request, context, link), firstName, lastName };
}

export async function confirmAndSignIn(
  request: Request,
  context: AppLoadContext,
  { token = "", ...fields }: Record<string, string>,
) {
  const link = await findConfirmation(context, token);
  if (!link) {
    const mayTry = !("password" in fields) || !(await refuseTooManyHashes(request, context));
    return mayTry ? answerUsedLink(context, token, fields) : invalid(token);
  }
  const reject = (asked: Asked, error: FormIssue | null, init: ResponseInit = { status: 400 }) => {
    const { email, firstName, lastName } = { ...link, ...fields, email: link.email };
    return json({ link: { token, email, asked, firstName, lastName }, error }, init);
  };
  const asked = "repeatPassword" in fields ? "new password" : whatToAsk(request, context, link);
  const signIn = async (account: ConfirmedAccount) =>
    (await signInAs(request, context, token, account)) ?? answerUsedLink(context, token, fields);
  if (asked === "nothing") return signIn(link);
  if (!("password" in fields)) return reject(asked, null);
  const refusal = await refuseTooManyHashes(request, context);
  if (refusal) return reject(asked, { field: "form", message: refusal.message }, refusal.init);
  if (asked === "password") {
    const isRight = await verifyPassword(fields.password ?? "", link.passwordHash ?? "");
    if (isRight) return signIn(link);
    return reject(asked, { field: "password", message: "That isn’t the password you registered with." });
  }
  const form = claimAccountForm.safeParse(fields);
  if (!form.success) return reject(asked, firstError(form.error));
  const { password, repeatPassword, firstName, lastName } = form.data;
  if (password !== repeatPassword)
    return reject(asked, { field: "repeatPassword", message: passwordsDiffer });
  const problem = await findPasswordProblem(context.env, password, { ...form.data, email: link.email });
  if (problem) return reject(asked, { field: "password", message: problem });
  return signIn({ email: link.email, passwordHash: await hashPassword(password), firstName, lastName });
}

const invalid = (token: string) => redirect(`/auth/confirm?${tokenQuery(token)}`);

/** The same request may have come twice. */
async function answerUsedLink(context: AppLoadContext, token: string, { password }: Record<string, string>) {
  const linkId = readLinkToken(context.env, "confirm", token);
  return (await repeatLinkSession(context, { linkId, password })) ? redirect("/quiz") : invalid(token);
}

async function signInAs(
  request: Request,
  context: AppLoadContext,
  token: string,
  { email, ...account }: ConfirmedAccount,
) {
  const { env, db, now } = context;
  const keys = makeAccountKeys(env, { email });
  const linkId = readLinkToken(env, "confirm", token) ?? "";
  const isSignedIn = await startLinkSession(request, context, linkId, (session) =>
    confirmEmailAddress(db, { linkId, now }, account, keys, session),
  );
  return isSignedIn ? redirect("/quiz") : undefined;
}
