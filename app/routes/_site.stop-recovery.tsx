import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readVisit } from "#app/auth/device.server.ts";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import { maskEmail } from "#app/lib/account/person.ts";
import { dateTimeAndZone } from "#app/lib/dates.ts";
import { readLinkToken } from "#app/lib/signatures.server.ts";
import { findRecovery, stopRecovery } from "#app/models/account/recoveries.server.ts";

export const handle: RouteHandle = { offersLogin: true };

export const meta = () => privatePage("Keep your email");

const readLinkId = (request: Request, env: Env) =>
  readLinkToken(env, "stop-recovery", new URL(request.url).searchParams.get("token")) ?? "";

/** The link in the email to an address that an account is about to lose leads here. */
export async function loader({ request, context: { env, db, timeZone } }: LoaderFunctionArgs) {
  const found = await findRecovery(db, { linkId: readLinkId(request, env) });
  const waiting = found && {
    newEmail: maskEmail(found.newEmail),
    until: dateTimeAndZone(found.dueAt, timeZone),
  };
  return json({ waiting: waiting ?? null });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { env, db } = context;
  const by = { madeBy: "diner" as const, ...readVisit(request, context) };
  const isStopped = await stopRecovery(db, { linkId: readLinkId(request, env) }, by);
  if (isStopped) sendAfterResponse(context);
  return json({ isStopped }, isStopped ? 200 : 400);
}

export default function StopRecovery() {
  const { waiting } = useLoaderData<typeof loader>();
  const isStopped = useActionData<typeof action>()?.isStopped;
  if (isStopped)
    return (
      <CenteredCard>
        <h1 className="display text-2">Your account keeps its email</h1>
        <p className="text-ink-2">
          Nothing changes. If somebody may know your password, choose a new one: that signs everybody out.
        </p>
        <ButtonLink href="/forgot-password" variant="primary">
          Choose a new password
        </ButtonLink>
      </CenteredCard>
    );
  if (!waiting)
    return (
      <CenteredCard>
        <h1 className="display text-2">There’s nothing to stop</h1>
        <p className="text-ink-2">
          It was stopped already, the 72 hours are over, or a part of the link is missing. If your account
          isn’t yours anymore, write to us.
        </p>
        <ButtonLink href="/contact">Contact Us</ButtonLink>
      </CenteredCard>
    );
  return (
    <CenteredCard>
      <h1 className="display text-2">Keep your email?</h1>
      <p className="text-ink-2">
        Somebody told us that they’ve lost this address, and asked us to give the account to{" "}
        {waiting.newEmail}. If that wasn’t you, stop it here until {waiting.until}.
      </p>
      <form method="post">
        <Button variant="primary">Stop it</Button>
      </form>
    </CenteredCard>
  );
}
