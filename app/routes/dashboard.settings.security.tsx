import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { AuthorizationError } from "remix-auth";
import { readVisit, unknownBrowser } from "#app/auth/device.server.ts";
import { googleClient } from "#app/auth/google.server.ts";
import {
  isVerified,
  refuseTooOften,
  requireUser,
  requireVerified,
  userIdIfVerified,
} from "#app/auth/guards.server.ts";
import { registerPasskey, startRegistration } from "#app/auth/passkeys.server.ts";
import { signOut, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { describeWay, PasskeyForm } from "#app/components/account-forms.tsx";
import { FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { batchedRead, loadBatched } from "#app/db/batches.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { redirectWithNotice } from "#app/http/cookies.ts";
import { readFormData, toStrings } from "#app/http/forms.ts";
import { badRequest, clearedCache, retryAfterHeader } from "#app/http/responses.ts";
import { dateAndTime, longDate, timeOfDay } from "#app/lib/dates.ts";
import { capitalize } from "#app/lib/text.ts";
import { listPasskeys } from "#app/models/account/credentials.server.ts";
import { stopRecovery } from "#app/models/account/recoveries.server.ts";
import { endAllSessions, endSessionOf, listSessions } from "#app/models/account/sessions.server.ts";
import {
  readOtherWays,
  removeOtherWays,
  removePasskey,
  unlinkGoogle,
} from "#app/models/account/sign-in-ways.server.ts";
import type { loader as settingsLoader } from "#app/routes/dashboard.settings/route.tsx";
import { GooglePart, OtherWays, SecurityPart, SignInRow } from "./dashboard.settings/security-parts.tsx";
import { PanelTitle } from "./dashboard.settings/settings-group.tsx";

export const meta = () => privatePage("Sign-in and security");

const here = "/dashboard/settings/security";

/** Intents that change the ways to open the account. */
const verifiedIntents = ["unlink-google", "add-passkey", "remove-passkey", "remove-ways"];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, env, now, timeZone } = context;
  const userId = userIdIfSignedIn(context);
  const { searchParams, origin } = new URL(request.url);
  const isAfterReset = searchParams.get("after") === "reset";
  const lists = batchedRead([listPasskeys(db, userId), listSessions(db, userId, now)], (rows) => rows);
  const [session, [passkeys, sessions], others] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, lists),
    isAfterReset ? loadBatched(context, readOtherWays(db, userId, now)) : [],
  ]);
  const { sessionId } = session;
  const today = longDate(now, timeZone);
  const format = (date: Date) =>
    longDate(date, timeZone) === today ? `today, ${timeOfDay(date, timeZone)}` : dateAndTime(date, timeZone);
  return json({
    otherWays: others.map((way) => describeWay(way, timeZone)),
    isVerifiedNow: isVerified(session, now),
    isGoogleOffered: googleClient(env, origin) !== undefined,
    passkeys: passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => ({
      credentialId,
      name,
      addedAt: format(createdAt),
      lastUsedAt: lastUsedAt && format(lastUsedAt),
    })),
    sessions: sessions
      .map(({ id, browser, place, createdAt, lastSeenAt }) => ({
        id,
        browser: browser === unknownBrowser ? null : browser,
        place,
        signedInAt: format(createdAt),
        lastSeenAt: format(lastSeenAt),
        isCurrent: id === sessionId,
      }))
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = context;
  const form = await readFormData(request);
  const { intent = "", session: endedId = "", credential = "" } = toStrings(form);
  const isForVerified = verifiedIntents.includes(intent);
  const [session, tooOften, registration] = await Promise.all([
    isForVerified
      ? requireVerified(request, context, intent === "remove-ways" ? `${here}?after=reset` : here)
      : requireUser(request, context),
    isForVerified ? refuseTooOften(context, userIdIfVerified(context), "change-sign-in") : undefined,
    intent === "add-passkey" ? startRegistration(context, credential, userIdIfVerified(context)) : undefined,
  ]);
  if (tooOften) return json({ error: tooOften.message }, tooOften.init);
  const { userId, sessionId } = session;
  switch (intent) {
    case "end-session":
      await endSessionOf(db, userId, endedId);
      if (endedId === sessionId) return goToLogin(context);
      break;
    case "stop-recovery":
      await stopRecovery(db, { userId }, { madeBy: "diner", ...readVisit(request, context) });
      break;
    case "sign-out-everywhere":
      await endAllSessions(db, userId);
      return goToLogin(context);
    case "unlink-google":
      if (!(await unlinkGoogle(db, userId, readVisit(request, context))))
        return json({ error: "Google is your only way to sign in. Add another way first." }, 400);
      break;
    case "add-passkey":
      try {
        await registerPasskey(request, context, session, registration);
      } catch (error) {
        if (!(error instanceof AuthorizationError)) throw error;
        return json({ error: error.message }, 400);
      }
      break;
    case "remove-passkey":
      if (!(await removePasskey(db, userId, credential, readVisit(request, context))))
        return json({ error: "This passkey is your only way to sign in. Add another way first." }, 400);
      break;
    case "remove-ways": {
      const chosen = form.getAll("remove").map(String);
      const google = chosen.some((value) => value.startsWith("google:"));
      const ways = { credentialIds: chosen.slice(0, 100), google };
      if (!(await removeOtherWays(db, userId, ways, readVisit(request, context))))
        return json({ error: "Choose a password first: you sign in with these." }, 400);
      break;
    }
    default:
      throw badRequest();
  }
  sendAfterResponse(context);
  const notice = intent === "stop-recovery" ? "recovery-stopped" : "saved";
  return redirectWithNotice(context, notice, intent === "remove-ways" ? "/onboarding" : here);
}

function goToLogin(context: ActionFunctionArgs["context"]) {
  signOut(context);
  return redirect("/login", clearedCache);
}

export const headers = retryAfterHeader;

const chooseDevice = (name: string | null) => (/iPhone|iPad|Android/.test(name ?? "") ? "mobile" : "screen");

export default function Security() {
  const { otherWays, isGoogleOffered, isVerifiedNow, passkeys, sessions } = useLoaderData<typeof loader>();
  const ways = useRouteLoaderData<typeof settingsLoader>("routes/dashboard.settings");
  const { hasGoogle = false, passkeyHandle } = ways ?? {};
  const failure = useActionData<typeof action>();
  return (
    <div
      className="grid grid-cols-1 gap-8"
      data-passkey-handle={passkeyHandle}
      data-own-passkeys={JSON.stringify(passkeys.map(({ credentialId }) => credentialId))}
    >
      <PanelTitle>How you sign in</PanelTitle>
      <FormError>{failure?.error}</FormError>
      {otherWays.length > 0 && <OtherWays ways={otherWays} />}
      {(hasGoogle || isGoogleOffered) && (
        <GooglePart isLinked={hasGoogle} isVerifiedNow={isVerifiedNow} here={here} />
      )}
      <SecurityPart title="Passkeys" text="Sign in with your fingerprint, face or PIN instead of a password.">
        {passkeys.length > 0 && (
          <ul className="mb-4 divide-y divide-line border-y border-line">
            {passkeys.map(({ credentialId, name, addedAt, lastUsedAt }) => (
              <SignInRow
                key={credentialId}
                sign={chooseDevice(name)}
                about={`Added ${addedAt}; ${lastUsedAt ? `last used ${lastUsedAt}` : "never used"}`}
                field={{ name: "credential", value: credentialId }}
                button={{
                  intent: "remove-passkey",
                  label: "Remove",
                  fullLabel: `Remove the passkey of ${name}, added ${addedAt}`,
                }}
              >
                {name}
              </SignInRow>
            ))}
          </ul>
        )}
        <p data-needs-passkeys className="text-small text-ink-2">
          To add or use a passkey, you need a newer browser with JavaScript.
        </p>
        <PasskeyForm purpose="register" intent="add-passkey">
          Add a passkey
        </PasskeyForm>
      </SecurityPart>
      <SecurityPart
        title="Where you’re signed in"
        text="Sign out of any browser you don’t recognize or no longer use."
      >
        <ul className="divide-y divide-line border-y border-line">
          {sessions.map(({ id, browser, place, signedInAt, lastSeenAt, isCurrent }) => (
            <SignInRow
              key={id}
              sign={chooseDevice(browser)}
              about={capitalize(
                [
                  isCurrent && browser,
                  place && `near ${place}`,
                  isCurrent ? `since ${signedInAt}` : `since ${signedInAt}; last used ${lastSeenAt}`,
                ]
                  .filter(Boolean)
                  .join(", "),
              )}
              field={{ name: "session", value: id }}
              button={
                isCurrent
                  ? null
                  : {
                      intent: "end-session",
                      label: "Sign out",
                      fullLabel: `Sign out ${browser ?? "a browser we don’t know"}`,
                    }
              }
            >
              {isCurrent ? "This browser" : (browser ?? "A browser we don’t know")}
            </SignInRow>
          ))}
        </ul>
        <form method="post" className="mt-5">
          <Button size="small" name="intent" value="sign-out-everywhere">
            Sign out everywhere
          </Button>
        </form>
      </SecurityPart>
    </div>
  );
}
