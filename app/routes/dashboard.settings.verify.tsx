import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AuthorizationError } from "remix-auth";
import { describeGoogleError, googleClient } from "#app/auth/google.server.ts";
import {
  isVerified,
  type Refusal,
  refuseTooMany,
  refuseTooManyHashes,
  refuseTooOften,
  requireUser,
} from "#app/auth/guards.server.ts";
import { refuseUnusedPasskey, verifyWithPasskey } from "#app/auth/passkeys.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { checkPassword, findPasswordRefusal, startAttempt } from "#app/auth/sign-in.server.ts";
import { ContinueWithGoogle, PasskeyForm } from "#app/components/account-forms.tsx";
import { FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { Field } from "#app/components/field.tsx";
import { privatePage } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { readForm } from "#app/http/forms.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { safeRedirect } from "#app/lib/safe-redirect.ts";
import { emailOf } from "#app/models/account/credentials.server.ts";
import { markVerified, type SignedIn } from "#app/models/account/sessions.server.ts";
import { readSignInWays } from "#app/models/account/sign-in-ways.server.ts";
import { findOpenRow, PanelTitle } from "./dashboard.settings/settings-group.tsx";

export const meta = () => privatePage("Confirm it’s you");

const home = "/dashboard/settings";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [session, ways] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readSignInWays(context.db, { userId: userIdIfSignedIn(context), now: context.now })),
  ]);
  const { searchParams, origin } = new URL(request.url);
  const next = safeRedirect(searchParams.get("next"), home);
  const googleError = describeGoogleError(searchParams.get("refused"));
  if (isVerified(session, context.now) && !googleError) throw redirect(next);
  return json({
    next,
    email: session.email,
    hasPassword: ways.hasPassword,
    hasPasskey: ways.hasPasskey,
    hasGoogle: ways.hasGoogle && googleClient(context.env, origin) !== undefined,
    googleError,
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { password = "", credential, next } = await readForm(request);
  const reject = ({ message: error, init = { status: 400 } }: Refusal) =>
    json({ error, isAboutPasskey: credential !== undefined }, init);
  const refuse = credential === undefined ? refuseTooManyHashes : refuseTooMany;
  const refusal = await refuse(request, context);
  if (refusal) return reject(refusal);
  const session = requireUser(request, context);
  // A passkey that can't be read is refused before the session is awaited.
  session.catch(() => {});
  try {
    const owner = await (credential === undefined
      ? checkOwnPassword(request, context, session, password)
      : verifyWithPasskey(request, context, session, credential));
    if ("message" in owner) return reject(owner);
    const { sessionId } = await session;
    if (!(await markVerified(context.db, sessionId, context.now, owner)) && credential !== undefined)
      await refuseUnusedPasskey(request, context, credential);
    sendAfterResponse(context);
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    if (credential !== undefined) return reject({ message: error.message });
    return findPasswordRefusal(error) === "too many attempts"
      ? reject({ message: error.message, init: tooManyRequests(900) })
      : reject({ message: "That’s not your password." });
  }
  return redirect(safeRedirect(next, home));
}

/** Counts the attempt while the session is being read, and before the password is hashed. */
async function checkOwnPassword(
  request: Request,
  context: ActionFunctionArgs["context"],
  session: Promise<SignedIn>,
  password: string,
) {
  const me = userIdIfSignedIn(context);
  const [, tooOften, attempt] = await Promise.all([
    session,
    refuseTooOften(context, me, "verify"),
    startAttempt(request, context, emailOf(me)),
  ]);
  return tooOften ?? checkPassword(context, attempt, password);
}

export const headers = retryAfterHeader;

/** Why it is asked, by the row that it leads to. */
const purposes: Record<string, string> = {
  email: "To change your email",
  password: "To change your password",
  security: "To change how you sign in",
  data: "To export your data",
  delete: "To delete your account",
};

export default function Verify() {
  const { next, email, hasPassword, hasGoogle, hasPasskey, googleError } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const passkeyError = failure?.isAboutPasskey ? failure.error : undefined;
  const withoutPassword = hasGoogle && hasPasskey ? "Neither works?" : "Doesn’t work?";
  return (
    <div className="grid grid-cols-1 gap-5">
      <PanelTitle>Confirm it’s you</PanelTitle>
      <p className="text-ink-2">
        {purposes[findOpenRow(next, "")] ?? "Before you go on"}, sign in again as{" "}
        <span className="inline-block wrap-anywhere">
          <b className="font-strong text-ink">{email}</b>.
        </span>{" "}
        It keeps your account yours, even where you forgot to log out.
      </p>
      <FormError>{passkeyError ?? googleError}</FormError>
      {hasPasskey && (
        <PasskeyForm purpose="verify" next={next} isWide>
          Use a passkey
        </PasskeyForm>
      )}
      {hasPasskey && hasPassword && (
        <p className="between-lines text-small text-ink-2 [[hidden]+&]:hidden">or</p>
      )}
      {hasPassword && (
        <form method="post" className="grid gap-5">
          <input type="hidden" name="next" value={next} />
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={failure?.isAboutPasskey ? undefined : failure?.error}
          />
          <Button variant="primary" size="large">
            Continue
          </Button>
        </form>
      )}
      {hasGoogle && <ContinueWithGoogle next={next} isOnly={!hasPassword} />}
      <p className="text-small text-ink-2">
        {hasPassword ? "Forgot your password?" : withoutPassword}{" "}
        <a href="/forgot-password" className="text-ink underline underline-offset-[0.22em]">
          Get a link
        </a>{" "}
        to choose a new {hasPassword ? "one" : "password"}.
      </p>
    </div>
  );
}
