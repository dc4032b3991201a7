import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { findChosenDinner } from "#app/auth/chosen-dinner.server.ts";
import {
  findEmailedAddress,
  readDeviceHash,
  rememberDevice,
  rememberEmailed,
  resendPauseSeconds,
} from "#app/auth/device.server.ts";
import { type Refusal, refuseTooMany } from "#app/auth/guards.server.ts";
import { repeatLinkSession, sendConfirmationAgain, startLinkSession } from "#app/auth/links.server.ts";
import { findSignedIn } from "#app/auth/session.server.ts";
import errorScript from "#app/browser/confirmation-error.ts?worker&url";
import { ChosenDinner, EmailField, OpenMailbox, SendAgain } from "#app/components/account-forms.tsx";
import { Banner } from "#app/components/banner.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { TableCard } from "#app/components/card.tsx";
import { PageScript, privatePage, type RouteHandle } from "#app/components/page.tsx";
import { readForm } from "#app/http/forms.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { emailForm, firstError } from "#app/lib/account/account-forms.ts";
import { makeAccountKeys } from "#app/lib/account/account-key.server.ts";
import { findMailbox } from "#app/lib/account/mailbox.ts";
import { confirmationErrors, knownErrors } from "#app/lib/error-messages.ts";
import { readLinkToken, tokenQuery } from "#app/lib/signatures.server.ts";
import { describeWait } from "#app/lib/text.ts";
import { confirmEmailAddress, findLink } from "#app/models/account/link-tokens.server.ts";

export const handle: RouteHandle = { offersLogin: true };

export const meta = () => privatePage("Email confirmation");

const defaultError = "We couldn't confirm your email address.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const isFailure = searchParams.get("error_code")?.startsWith("4") ?? false;
  const token = searchParams.get("token");
  const [chosen, [link, session]] = await Promise.all([
    findChosenDinner(context),
    token === null ? [] : Promise.all([findConfirmation(context, token), findSignedIn(context)]),
  ]);
  const hasLink = link !== undefined;
  const email = link?.email ?? null;
  // This way, pressing the button twice gives the same session.
  if (hasLink) rememberDevice(context);
  if (token !== null && !hasLink && session) throw redirect("/onboarding");
  return {
    token: hasLink ? token : null,
    email,
    /** Only what this browser typed: a stranger may have typed another. */
    firstName: isFromHere(context, link) ? (link?.firstName ?? "") : "",
    isPasswordDropped: Boolean(link?.passwordHash) && !isFromHere(context, link),
    chosen,
    /** The person who sent the link may have another account in mind. */
    signedInAs: session && session.email !== email ? session.email : null,
    emailedAddress: findEmailedAddress(context),
    failure:
      isFailure || (token !== null && !hasLink)
        ? (knownErrors.find((known) => known === searchParams.get("error_description")) ?? defaultError)
        : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  return fields.token === undefined
    ? resendEmail(request, context, fields)
    : confirmAndSignIn(request, context, fields.token);
}

async function resendEmail(
  request: Request,
  context: ActionFunctionArgs["context"],
  fields: Record<string, string>,
) {
  const reject = ({ message: error, init = { status: 400 } }: Refusal) =>
    json({ email: fields.email ?? "", error, isSent: false }, init);
  const refusal = await refuseTooMany(request, context);
  if (refusal) return reject(refusal);
  const form = emailForm.safeParse(fields);
  if (!form.success) return reject(firstError(form.error));
  const { email } = form.data;
  const pause = resendPauseSeconds(context, email);
  if (pause > 0) {
    return reject({
      message: `You’ve just asked for an email to ${email}. You can resend it in ${describeWait(pause)}.`,
      init: tooManyRequests(pause),
    });
  }
  await sendConfirmationAgain(context, email);
  rememberEmailed(context, email);
  return json({ email, error: null, isSent: true });
}

export const headers = retryAfterHeader;

export default function EmailConfirmed() {
  const { failure, emailedAddress, chosen, ...ready } = useLoaderData<typeof loader>();
  const resent = useActionData<typeof action>();
  const { search } = useLocation();
  const isFailureShown = failure !== null || resent !== undefined;
  return (
    <TableCard hasRoom={!isFailureShown} picture={chosen && <ChosenDinner {...chosen} />}>
      <div data-view="failure" hidden={!isFailureShown} className="contents [&[hidden]]:hidden">
        <ConfirmationFailed
          title={failure ?? (resent?.isSent ? "On its way" : resent ? "Confirm your email" : defaultError)}
          search={search}
          emailedAddress={emailedAddress}
          resent={resent}
        />
      </div>
      <div data-view="ready" hidden={isFailureShown} className="contents [&[hidden]]:hidden">
        <ConfirmationReady {...ready} />
      </div>
      <PageScript src={errorScript} />
    </TableCard>
  );
}

const findConfirmation = ({ env, db, now }: AppLoadContext, token: string) =>
  findLink(db, "confirm", { linkId: readLinkToken(env, "confirm", token) ?? "", now });

/** Whether this browser signed up. */
const isFromHere = (context: AppLoadContext, link: { deviceHash: string | null } | undefined) =>
  Boolean(link?.deviceHash) && link?.deviceHash === readDeviceHash(context);

/** Name and password only count if this browser typed them, because a stranger may have typed them. */
async function confirmAndSignIn(request: Request, context: AppLoadContext, token: string) {
  const { env, db, now } = context;
  const link = await findConfirmation(context, token);
  const linkId = readLinkToken(env, "confirm", token) ?? "";
  if (link) {
    const { email, firstName, lastName } = link;
    const account = isFromHere(context, link)
      ? { firstName, lastName, passwordHash: link.passwordHash }
      : { firstName: "", lastName, passwordHash: null };
    const keys = makeAccountKeys(env, { email });
    const isSignedIn = await startLinkSession(request, context, linkId, (session) =>
      confirmEmailAddress(db, { linkId, now }, account, keys, session),
    );
    if (isSignedIn) return redirect("/quiz");
  }
  // The same request may have come twice.
  const isRepeated = await repeatLinkSession(context, { linkId, password: undefined });
  return redirect(isRepeated ? "/quiz" : `/auth/confirm?${tokenQuery(token)}`);
}

interface ConfirmationReadyProps {
  /** The token of the link in the email; null if there is nothing to confirm. */
  token: string | null;
  email: string | null;
  firstName: string;
  /** It was typed in another browser. */
  isPasswordDropped: boolean;
  /** Somebody else’s account, which this browser signs out of. */
  signedInAs: string | null;
}

const ConfirmationReady = ({
  token,
  email,
  firstName,
  isPasswordDropped,
  signedInAs,
}: ConfirmationReadyProps) => (
  <>
    <h1 className="display text-2">Your account is almost ready!</h1>
    <p className="display -mt-3 text-3">
      {firstName && <span className="block">Welcome, {firstName}.</span>} Now let's find out your vibe.
    </p>
    <p className="text-ink-2">
      A short quiz about your personality and interests connects you with like-minded people. About 3 minutes
      {token && ", and starting it confirms your email"}.
    </p>
    {email && (
      <p className="-mt-2 text-small wrap-anywhere text-ink-2">
        You go on as <strong className="text-ink">{email}</strong>.
        {signedInAs && ` At the moment you’re signed in as ${signedInAs}.`} If you didn’t register that
        address, close this page.
      </p>
    )}
    {token ? (
      <form method="post" action={`/email-confirmed?${new URLSearchParams({ token })}`} className="grid">
        <input type="hidden" name="token" value={token} />
        <Button variant="primary" size="large">
          Take the Quiz
        </Button>
      </form>
    ) : (
      <ButtonLink href="/quiz" variant="primary" size="large">
        Take the Quiz
      </ButtonLink>
    )}
    {email && isPasswordDropped && (
      <p className="text-label text-ink-2">
        You registered in another browser. To be safe, choose your password once more after the quiz.
      </p>
    )}
  </>
);

interface ConfirmationFailedProps {
  title: string;
  /** Says what has failed, and stays in the address when the email is sent again. */
  search: string;
  emailedAddress: string | null;
  resent: { email: string; error: string | null; isSent: boolean } | undefined;
}

const ConfirmationFailed = ({ title, search, emailedAddress, resent }: ConfirmationFailedProps) => {
  const action = `/email-confirmed${search}`;
  const mailbox = resent?.isSent ? findMailbox(resent.email) : null;
  return (
    <>
      <h1 data-failure-title data-known={JSON.stringify(knownErrors)} className="display text-2">
        {title}
      </h1>
      {resent?.isSent ? (
        <>
          <div className="-mt-3 grid gap-3">
            <Banner variant="success">Please check your inbox for the confirmation email.</Banner>
            <p className="text-ink-2">
              It goes to <b className="font-strong wrap-anywhere text-ink">{resent.email}</b>, if you
              registered with that address. Look among your spam, too.
            </p>
          </div>
          {mailbox && <OpenMailbox {...mailbox} />}
          <div className="grid border-t border-line pt-4">
            <p className="text-small text-ink-2">Nothing came? You can ask for it again in a minute.</p>
            <SendAgain action={action} fields={{ email: resent.email }} isQuiet>
              Resend Email
            </SendAgain>
          </div>
        </>
      ) : (
        <>
          {!resent && (
            <p className="-mt-3 text-lead">
              {title === confirmationErrors.noEmail
                ? "It can take a minute. Look among your spam, too."
                : "No harm done: the link may be too old, or used already."}
            </p>
          )}
          <form method="post" action={action} noValidate className="grid gap-5">
            <p className="text-small text-ink-2">Please enter your email to resend the confirmation email:</p>
            <EmailField
              autoComplete="email"
              value={resent?.email ?? emailedAddress ?? undefined}
              error={resent?.error ?? undefined}
            />
            <Button variant="primary">Resend Email</Button>
          </form>
        </>
      )}
      <p className="text-small text-ink-2">
        Already confirmed?{" "}
        <a href="/login" className="text-ink underline underline-offset-[0.22em]">
          Login
        </a>
      </p>
    </>
  );
};
