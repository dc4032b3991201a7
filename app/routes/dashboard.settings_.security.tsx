import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { AuthorizationError } from "remix-auth";
import { googleClient } from "#app/auth/google.server.ts";
import { requireUser } from "#app/auth/guards.server.ts";
import { registerPasskey } from "#app/auth/passkeys.server.ts";
import { currentUserId, deleteSessionCookie } from "#app/auth/session.server.ts";
import { isVerified, requireVerified } from "#app/auth/verification.server.ts";
import { signalAcceptedPasskeys } from "#app/browser/passkeys.ts";
import { Badge } from "#app/components/badge.tsx";
import { Banner } from "#app/components/banner.tsx";
import { Button, buttonClass } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { PasskeyForm } from "#app/components/passkey-form.tsx";
import { usePasskeys } from "#app/components/use-passkeys.ts";
import { batchedRead, loadBatched } from "#app/db/batched-read.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { readForm } from "#app/http/form-data.ts";
import { setNotice } from "#app/http/notice.ts";
import { badRequest } from "#app/http/responses.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { withNext } from "#app/lib/safe-redirect.ts";
import { findPasskeyHandle, listPasskeys } from "#app/models/account/passkeys.server.ts";
import { endAllSessions, endSessionOf, listSessions } from "#app/models/account/sessions.server.ts";
import { readSignInWays, removePasskey, unlinkGoogle } from "#app/models/account/sign-in-ways.server.ts";
import { BackToSettings } from "#app/routes/dashboard/back-to-settings.tsx";
import { SettingsSection } from "#app/routes/dashboard/settings-section.tsx";

export const meta = () => privatePage("Sign-in and security");

const here = "/dashboard/settings/security";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, env, now, timeZone } = context;
  const userId = currentUserId(request, context);
  const lists = batchedRead(
    [listPasskeys(db, userId), listSessions(db, userId, now), findPasskeyHandle(db, userId)],
    (rows) => rows,
  );
  const [session, ways, [passkeys, sessions, [named]]] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readSignInWays(db, userId)),
    loadBatched(context, lists),
  ]);
  const { sessionId, email } = session;
  const format = (date: Date) => dateAndTime(date, timeZone);
  return json({
    email,
    ...ways,
    isVerifiedNow: isVerified(session, now),
    isGoogleOffered: googleClient(env, new URL(request.url).origin) !== undefined,
    passkeyHandle: named?.handle,
    passkeys: passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => ({
      credentialId,
      name,
      addedAt: format(createdAt),
      lastUsedAt: lastUsedAt && format(lastUsedAt),
    })),
    sessions: sessions.map(({ id, browser, place, createdAt, lastSeenAt }) => ({
      id,
      browser,
      place,
      signedInAt: format(createdAt),
      lastSeenAt: format(lastSeenAt),
      isCurrent: id === sessionId,
    })),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = context;
  const { userId, sessionId } = await requireUser(request, context);
  const { intent, session = "", credential = "" } = await readForm(request);
  switch (intent) {
    case "end-session":
      await endSessionOf(db, userId, session);
      if (session === sessionId) break;
      setNotice(request, context, "saved");
      return redirect(here);
    case "sign-out-everywhere":
      await endAllSessions(db, userId);
      break;
    case "unlink-google":
      await requireVerified(request, context, here);
      if (!(await unlinkGoogle(db, userId, context.now)))
        return json({ error: "Google is your only way to sign in. Add another one first." }, 400);
      setNotice(request, context, "saved");
      sendAfterResponse(context);
      return redirect(here);
    case "add-passkey":
      await requireVerified(request, context, here);
      try {
        await registerPasskey(request, context, userId, credential);
      } catch (error) {
        if (!(error instanceof AuthorizationError)) throw error;
        return json({ error: error.message }, 400);
      }
      setNotice(request, context, "saved");
      sendAfterResponse(context);
      return redirect(here);
    case "remove-passkey":
      await requireVerified(request, context, here);
      if (!(await removePasskey(db, userId, credential, context.now)))
        return json({ error: "This passkey is your only way to sign in. Add another one first." }, 400);
      setNotice(request, context, "saved");
      sendAfterResponse(context);
      return redirect(here);
    default:
      throw badRequest();
  }
  deleteSessionCookie(request, context);
  return redirect("/login");
}

export default function Security() {
  const { email, hasPassword, hasGoogle, isGoogleOffered, isVerifiedNow, passkeys, passkeyHandle, sessions } =
    useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error;
  const { isSupported, formProps } = usePasskeys("create");
  useEffect(() => {
    const ids = passkeys.map(({ credentialId }) => credentialId);
    if (passkeyHandle) signalAcceptedPasskeys(passkeyHandle, ids);
  }, [passkeys, passkeyHandle]);
  return (
    <>
      <BackToSettings />
      <h1 className="display text-1 mt-2">Sign-in and security</h1>
      {error && (
        <div className="mt-6">
          <Banner variant="error">{error}</Banner>
        </div>
      )}
      <SettingsSection title="Email" text="You sign in with it, and we write to it.">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="break-words">{email}</p>
          <Link to="/dashboard/settings/email" className={buttonClass({ size: "small" })}>
            Change email
          </Link>
        </div>
      </SettingsSection>
      <SettingsSection title="Password" text="Changing it signs every other browser out.">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p>{hasPassword ? "You have a password." : "You have no password."}</p>
          <Link to="/dashboard/settings/password" className={buttonClass({ size: "small" })}>
            {hasPassword ? "Change password" : "Choose a password"}
          </Link>
        </div>
      </SettingsSection>
      {(hasGoogle || isGoogleOffered) && (
        <SettingsSection title="Google" text="Another way to sign in.">
          {hasGoogle ? (
            <form method="post" className="flex flex-wrap items-center justify-between gap-4">
              <p>You can sign in with Google.</p>
              <Button size="small" name="intent" value="unlink-google">
                Unlink Google
              </Button>
            </form>
          ) : (
            <form
              method="post"
              action="/auth/google"
              className="flex flex-wrap items-center justify-between gap-4"
            >
              <input type="hidden" name="next" value={here} />
              <p>Works with the Google account that has your email.</p>
              {isVerifiedNow ? (
                <Button size="small">Link Google</Button>
              ) : (
                <Link
                  to={withNext("/dashboard/settings/verify", here)}
                  className={buttonClass({ size: "small" })}
                >
                  Link Google
                </Link>
              )}
            </form>
          )}
        </SettingsSection>
      )}
      <SettingsSection
        title="Passkeys"
        text="Your device signs you in with your fingerprint, face or PIN, without a password."
      >
        {passkeys.length > 0 && (
          <ul className="mb-4 grid gap-4">
            {passkeys.map(({ credentialId, name, addedAt, lastUsedAt }) => (
              <li key={credentialId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <p>
                  {name}{" "}
                  <span className="block text-small text-ink-2">
                    Added {addedAt}; {lastUsedAt ? `last used ${lastUsedAt}` : "never used"}
                  </span>
                </p>
                <form method="post">
                  <input type="hidden" name="credential" value={credentialId} />
                  <Button
                    size="small"
                    name="intent"
                    value="remove-passkey"
                    aria-label={`Remove the passkey of ${name}, added ${addedAt}`}
                  >
                    Remove
                  </Button>
                </form>
              </li>
            ))}
          </ul>
        )}
        {!isSupported && (
          <p className="text-small text-ink-2">
            To add or use a passkey, you need a newer browser with JavaScript.
          </p>
        )}
        <PasskeyForm purpose="register" intent="add-passkey" {...formProps}>
          Add a passkey
        </PasskeyForm>
      </SettingsSection>
      <SettingsSection title="Where you are signed in" text="End what you don’t recognise or don’t use.">
        <ul className="grid gap-4">
          {sessions.map(({ id, browser, place, signedInAt, lastSeenAt, isCurrent }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p>
                {browser}
                {place && `, ${place}`} {isCurrent && <Badge>This browser</Badge>}{" "}
                <span className="block text-small text-ink-2">
                  Signed in {signedInAt}; last used {lastSeenAt}
                </span>
              </p>
              <form method="post">
                <input type="hidden" name="session" value={id} />
                <Button
                  size="small"
                  name="intent"
                  value="end-session"
                  aria-label={`Sign out ${browser}${isCurrent ? ", this browser" : ""}`}
                >
                  Sign out
                </Button>
              </form>
            </li>
          ))}
        </ul>
        <form method="post" className="mt-5">
          <Button size="small" name="intent" value="sign-out-everywhere">
            Sign out everywhere
          </Button>
        </form>
      </SettingsSection>
    </>
  );
}
