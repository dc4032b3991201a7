import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Refusal, refuseTooManyHashes } from "#app/auth/guards.server.ts";
import { repeatLinkSession, startLinkSession } from "#app/auth/links.server.ts";
import { findPasswordProblem, hashPassword } from "#app/auth/password.server.ts";
import { findSignedIn } from "#app/auth/session.server.ts";
import {
  Agreement,
  describeWay,
  NameFields,
  NewPasswordFields,
  WayChoices,
} from "#app/components/account-forms.tsx";
import { FormError } from "#app/components/banner.tsx";
import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { AuthCard } from "#app/components/card.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { redirectWithNotice, rememberChosenEvent } from "#app/http/cookies.ts";
import { readFormData, toStrings } from "#app/http/forms.ts";
import { retryAfterHeader } from "#app/http/responses.ts";
import { firstError, passwordsDiffer, resetPasswordForm } from "#app/lib/account/account-forms.ts";
import { makeAccountKeys } from "#app/lib/account/account-key.server.ts";
import { readLinkToken } from "#app/lib/signatures.server.ts";
import { findLink, linkOwner, resetPassword } from "#app/models/account/link-tokens.server.ts";
import { readOtherWays } from "#app/models/account/sign-in-ways.server.ts";

export const handle: RouteHandle = { offersLogin: true };

export const meta = () => privatePage("Choose a new password");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env, db, now } = context;
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  const eventId = searchParams.get("dinner");
  const linkId = readLinkToken(env, "reset", token) ?? "";
  const [link, session, ways] = await Promise.all([
    findLink(db, "reset", { linkId, now }),
    findSignedIn(context),
    loadBatched(context, readOtherWays(db, linkOwner("reset", { linkId, now }), now)),
  ]);
  if (link && eventId) rememberChosenEvent(context, eventId);
  const describe = (some: typeof ways) => some.map((way) => describeWay(way, context.timeZone));
  return {
    token: link ? token : null,
    email: link?.email,
    going: describe(ways.filter(({ stays }) => !stays)),
    staying: describe(ways.filter(({ stays }) => stays)),
    asksForName: link?.isConfirmed === false,
    /** The names that an operator typed for somebody. */
    invited:
      link?.isConfirmed === false && link.isInvitation
        ? { firstName: link.firstName, lastName: link.lastName }
        : null,
    signedInAs: session && session.userId !== link?.userId ? session.email : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { env, db, now } = context;
  const formData = await readFormData(request);
  const fields = toStrings(formData);
  const kept = formData.getAll("keep").map(String).slice(0, 100);
  const reject = ({ field = "form", message, init = { status: 400 } }: Refusal) =>
    json({ field, message, kept, names: { firstName: fields.firstName, lastName: fields.lastName } }, init);
  const refusal = await refuseTooManyHashes(request, context);
  if (refusal) return reject(refusal);
  const form = resetPasswordForm.safeParse(fields);
  if (!form.success) return reject(firstError(form.error));
  const { token, password, repeatPassword, firstName, lastName } = form.data;
  const linkId = readLinkToken(env, "reset", token) ?? "";
  const link = { linkId, now };
  const owner = await findLink(db, "reset", link);
  if (!owner) return answerUsedLink(context, { linkId, password });
  if (password !== repeatPassword) return reject({ field: "repeatPassword", message: passwordsDiffer });
  const names = owner.isConfirmed ? owner : { firstName, lastName };
  const problem = await findPasswordProblem(env, password, { email: owner.email, ...names });
  if (problem) return reject({ field: "password", message: problem });

  const keys = makeAccountKeys(env, owner);
  const passwordHash = await hashPassword(password);
  let reset: Awaited<ReturnType<typeof resetPassword>> | undefined;
  const isChanged = await startLinkSession(request, context, linkId, async (session) => {
    reset = await resetPassword(db, { ...link, firstName, lastName, keys, kept, passwordHash }, session);
    return reset.outcome !== "used link";
  });
  if (!isChanged || !reset) return answerUsedLink(context, { linkId, password });
  if (reset.outcome === "blocked") return redirect("/login?refused=blocked");
  return answerChanged(context, reset.hasOtherWays);
}

type Context = ActionFunctionArgs["context"];

/** The same request may have come twice. */
async function answerUsedLink(context: Context, repetition: { linkId: string; password: string }) {
  const session = await repeatLinkSession(context, repetition);
  return session ? answerChanged(context, session.hasOtherWays) : redirect("/reset-password");
}

/** Leads to the other ways to open the account, if there are any. */
const answerChanged = (context: Context, hasOtherWays: boolean) =>
  redirectWithNotice(
    context,
    "password-changed",
    hasOtherWays ? "/dashboard/settings/security?after=reset" : "/onboarding",
  );

export const headers = retryAfterHeader;

export default function ResetPassword() {
  const { token, email, going, staying, asksForName, invited, signedInAs } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const errorOf = (field: string) => (failure?.field === field ? failure.message : undefined);
  if (!token) {
    return (
      <AuthCard title="This link doesn’t work anymore">
        <p role="alert" className="-mt-3 text-lead text-ink-2">
          {errorOf("form") ??
            "No harm done: it was used already, or it’s too old. We can send you a new one."}
        </p>
        <ButtonLink href="/forgot-password" variant="primary">
          Send New Link
        </ButtonLink>
        <QuietLink href="/login" className="justify-self-center">
          Back to Login
        </QuietLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={invited ? "Choose a password" : "Choose a new password"}>
      <FormError>{errorOf("form")}</FormError>
      <p className="-mt-3 text-ink-2">
        This is for <strong className="wrap-anywhere text-ink">{email}</strong>.
        {signedInAs && ` You’re signed in as ${signedInAs} here. Saving switches you to the other account.`}
      </p>
      <form method="post" noValidate className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {asksForName && <NameFields values={failure?.names ?? invited ?? {}} errorOf={errorOf} />}
        <NewPasswordFields errorOf={errorOf} />
        {going.length > 0 && (
          <fieldset>
            <legend className="font-strong">Keep what’s yours</legend>
            <p className="mt-1 mb-3 text-small text-ink-2">
              These open your account without a password. Somebody else may have added them, so saving removes
              what you don’t tick.
            </p>
            <WayChoices name="keep" ways={going} ticked={failure?.kept ?? []} />
          </fieldset>
        )}
        {staying.length > 0 && (
          <section className="text-small">
            <p className="text-ink-2">
              These stay, because you’ve used them for longer than a year. You can remove them afterwards.
            </p>
            <ul className="mt-2 grid gap-2">
              {staying.map(({ value, name, about }) => (
                <li key={value}>
                  {name} <span className="block text-ink-2">{about}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className="grid gap-3">
          <Button variant="primary">Save Password</Button>
          {!invited && (
            <p className="text-center text-small text-ink-2">Saving it signs you out on all other devices.</p>
          )}
        </div>
        {asksForName && <Agreement />}
      </form>
    </AuthCard>
  );
}
