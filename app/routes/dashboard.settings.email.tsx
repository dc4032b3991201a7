import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { sql } from "drizzle-orm";
import { readVisit } from "#app/auth/device.server.ts";
import {
  type Refusal,
  refuseTooMany,
  refuseTooOften,
  requireUser,
  requireVerified,
} from "#app/auth/guards.server.ts";
import { sendAddressChangeIfVerified } from "#app/auth/links.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { EmailField, OpenMailbox } from "#app/components/account-forms.tsx";
import { FormError } from "#app/components/banner.tsx";
import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import type { Database } from "#app/db/client.server.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { redirectWithNotice } from "#app/http/cookies.ts";
import { readForm } from "#app/http/forms.ts";
import { retryAfterHeader, tooManyRequests } from "#app/http/responses.ts";
import { emailForm, firstError } from "#app/lib/account/account-forms.ts";
import { makeAccountKeys } from "#app/lib/account/account-key.server.ts";
import { findMailbox } from "#app/lib/account/mailbox.ts";
import { maskEmail } from "#app/lib/account/person.ts";
import { describeLimit } from "#app/lib/account/security-kinds.ts";
import { readLinkToken, tokenQuery } from "#app/lib/signatures.server.ts";
import { describeWait } from "#app/lib/text.ts";
import { changeEmailAddress, findLink, linkOwner } from "#app/models/account/link-tokens.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { removeBrokenAddress } from "#app/models/outbox/broken-addresses.server.ts";
import { type loadSettings, settingsTop } from "./dashboard.settings/settings.server.ts";
import { PanelTitle, RowNote } from "./dashboard.settings/settings-group.tsx";

export const meta = () => privatePage("Email");

const here = "/dashboard/settings/email";
const another = "?another";

/** Without a token, this shows the form for a new address; with one, it is the page that the link in the email opens. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (token === null) {
    const { email, isAddressBroken } = await requireVerified(request, context, here);
    return json({ email, isAddressBroken, change: null });
  }
  const [{ userId, email }, link] = await Promise.all([
    requireUser(request, context),
    findChange(context, token),
  ]);
  const state = !link ? "invalid" : link.userId === userId ? "ready" : "other account";
  return json({
    email,
    isAddressBroken: false,
    change: { token, state, newEmail: state === "ready" ? link?.email : undefined },
  });
}

const findChange = ({ env, db, now }: ActionFunctionArgs["context"], token: string) =>
  findLink(db, "change-email", { linkId: readLinkToken(env, "change-email", token) ?? "", now });

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  if ("token" in fields) return applyNewAddress(request, context, fields);
  if (fields.intent === "works-again") {
    const { email } = await requireVerified(request, context, here);
    await removeBrokenAddress(context.db, email);
    throw redirectWithNotice(context, "email-works-again", settingsTop);
  }
  const reject = ({ message: error, init = { status: 400 } }: Refusal) =>
    json({ typed: fields.email ?? "", error, sentTo: null, pause: null }, init);
  const refusal = await refuseTooMany(request, context);
  const form = emailForm.safeParse(fields);
  if (refusal || !form.success) await requireVerified(request, context, here);
  if (refusal) return reject(refusal);
  if (!form.success) return reject(firstError(form.error));
  const { email } = form.data;
  const [{ email: current }, answer] = await Promise.all([
    requireVerified(request, context, here),
    sendAddressChangeIfVerified(context, email),
  ]);
  if (email === current) return reject({ message: "That’s your email already." });
  if (answer === "too many")
    return reject({ message: describeLimit("request-new-email"), init: tooManyRequests(24 * 3_600) });
  if (answer !== "sent") {
    const pause = Math.max(1, Math.ceil((answer.getTime() - context.now.getTime()) / 1000));
    return json(
      { typed: fields.email ?? "", error: null, sentTo: email, pause: describeWait(pause) },
      tooManyRequests(pause),
    );
  }
  return json({ typed: email, error: null, sentTo: email, pause: null });
}

async function applyNewAddress(
  request: Request,
  context: ActionFunctionArgs["context"],
  { token = "", email = "" }: Record<string, string>,
) {
  const { env, db, now } = context;
  const back = `${here}?${tokenQuery(token)}`;
  const linkId = readLinkToken(env, "change-email", token) ?? "";
  const me = userIdIfSignedIn(context);
  const isMine = sql`${linkOwner("change-email", { linkId, now })} = ${me}`;
  const [{ userId }, link, tooOften] = await Promise.all([
    requireUser(request, context),
    findChange(context, token),
    refuseTooOften(context, sql`iif(${isMine}, ${me}, null)`, "change-email"),
  ]);
  if (link?.userId === userId && tooOften)
    return json({ typed: "", error: tooOften.message, sentTo: null, pause: null }, tooOften.init);
  const maskedEmail = maskEmail(link?.email ?? "");
  const keys = makeAccountKeys(env, { email: link?.email ?? "" });
  const isChanged = await changeEmailAddress(
    db,
    { linkId, now },
    { userId, maskedEmail, keys, ...readVisit(request, context) },
  );
  // The same request may have come twice.
  if (!isChanged && !(linkId && (await isAddressOf(db, email, userId)))) throw redirect(back);
  sendAfterResponse(context);
  throw redirectWithNotice(context, "email-changed", settingsTop);
}

const isAddressOf = async (db: Database, email: string, userId: string) =>
  (await findAccount(db, email))?.id === userId;

export const headers = retryAfterHeader;

export default function Email() {
  const { email, isAddressBroken, change } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const waiting = useRouteLoaderData<typeof loadSettings>("routes/dashboard.settings")?.requestedEmail;
  const asksForAnother = useLocation().search === another;
  if (waiting && !result && !change && !isAddressBroken && !asksForAnother)
    return (
      <div className="grid grid-cols-1 gap-5">
        <LinkSent current={email} typed={waiting} sentTo={waiting} pause={null} />
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-5">
      {isAddressBroken && <BrokenAddress />}
      {change ? <NewAddress current={email} {...change} /> : <ChangeAddress current={email} />}
      {waiting && !result && change?.state !== "ready" && (
        <RowNote role="status">
          Open the link that we sent to <Address>{waiting}</Address>
        </RowNote>
      )}
    </div>
  );
}

/** On a line of its own rather than broken at a hyphen, and with the full stop after it. */
const Address = ({ children }: { children: string }) => (
  <span className="inline-block wrap-anywhere">
    <b className="font-strong">{children}</b>.
  </span>
);

const BrokenAddress = () => (
  <form method="post" className="grid justify-items-start gap-3">
    <p className="text-ink-2">
      An email of ours came back, or was marked as spam, and we have sent none since. Change your email below.
      If it works again, tell us:
    </p>
    <Button name="intent" value="works-again" size="small">
      It works again
    </Button>
  </form>
);

function ChangeAddress({ current }: { current: string }) {
  const result = useActionData<typeof action>();
  if (result?.sentTo) return <LinkSent {...result} current={current} sentTo={result.sentTo} />;
  return (
    <>
      <PanelTitle>Change your email</PanelTitle>
      <p className="text-ink-2">
        Your email is <Address>{current}</Address> It changes once you open the link that we send to the new
        address. We’ll tell the old address, too.
      </p>
      <form method="post" noValidate className="grid gap-5">
        <EmailField
          label="New email"
          autoComplete="email"
          value={result?.typed}
          error={result?.error ?? undefined}
        />
        <Button variant="primary" size="large">
          Send link
        </Button>
      </form>
    </>
  );
}

interface LinkSentProps {
  current: string;
  typed: string;
  sentTo: string;
  pause: string | null;
}

/** Two clicks send two requests, and the diner sees only the second answer. */
function LinkSent({ current, typed, sentTo, pause }: LinkSentProps) {
  const mailbox = findMailbox(sentTo);
  return (
    <>
      <PanelTitle>Check your inbox</PanelTitle>
      <p role="status" className="text-lead">
        {`We’ve ${pause ? "just " : ""}sent a link to `}
        <Address>{sentTo}</Address> Open it and press “Use this address” to change your email.
        {pause && ` You can send it again in ${pause}.`}
      </p>
      {mailbox && <OpenMailbox {...mailbox} />}
      <p className="text-ink-2">
        Until then, we write to <Address>{current}</Address> Not there? Look among your spam first.
      </p>
      <SendAgain address={typed} />
    </>
  );
}

const SendAgain = ({ address }: { address: string }) => (
  <form method="post" className="grid gap-2">
    <input type="hidden" name="email" value={address} />
    <Button>Send it again</Button>{" "}
    <QuietLink href={here + another} className="justify-self-center">
      Use another address
    </QuietLink>
  </form>
);

interface NewAddressProps {
  current: string;
  token: string;
  state: string;
  newEmail?: string | undefined;
}

function NewAddress({ current, token, state, newEmail }: NewAddressProps) {
  const ways = useRouteLoaderData<typeof loadSettings>("routes/dashboard.settings");
  const failure = useActionData<typeof action>();
  if (state === "ready") {
    return (
      <>
        <PanelTitle>Use this address?</PanelTitle>
        <FormError>{failure?.error}</FormError>
        <p className="wrap-anywhere text-ink-2">
          Your email changes from {current} to <span className="font-strong text-ink">{newEmail}</span>.
          {ways?.hasGoogle &&
            " We also unlink Google, which has your old address. Link it again in your settings, or sign in another way: you can always get a link to choose a new password."}
        </p>
        <form method="post" className="grid">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="email" value={newEmail} />
          <Button variant="primary" size="large">
            Use this address
          </Button>
        </form>
      </>
    );
  }
  return (
    <>
      <PanelTitle>This link doesn’t work</PanelTitle>
      <p className="wrap-anywhere text-ink-2">
        {state === "other account"
          ? `It belongs to another account. You’re signed in as ${current}: log out, then open it again.`
          : "It has expired, or it was used already."}
      </p>
      <ButtonLink href={here} className="justify-self-start">
        Change your email
      </ButtonLink>
    </>
  );
}
