import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { Room } from "#app/components/centered-card.tsx";
import { readForm } from "#app/http/form-data.ts";
import { notFound } from "#app/http/responses.ts";
import { requireLocal } from "#app/lib/local-only.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import { formatForints } from "#app/lib/price.ts";
import { logError } from "#app/log.ts";
import { type LocalCheckout, readLocalCheckout, signedWebhook } from "#app/payments/local-stripe.server.ts";

/** Plays Stripe's hosted page for a local club without keys: you say what your bank says. */
export const meta = () => privatePage("Stand-in for Stripe");

function ticketOf(request: Request): LocalCheckout {
  const ticket = readLocalCheckout(new URL(request.url).searchParams.get("session") ?? "");
  if (!ticket) throw notFound();
  return ticket;
}

export function loader({ request, context: { env } }: LoaderFunctionArgs) {
  requireLocal(env);
  return json({ amount: ticketOf(request).amount / 100 });
}

/** As with the real one, the webhook comes a moment after the visitor. */
const delay = 1_500;

export async function action({ request, context }: ActionFunctionArgs) {
  requireLocal(context.env);
  const ticket = ticketOf(request);
  const { origin } = new URL(request.url);
  const { answer } = await readForm(request);
  const here = (address: string) => origin + address.slice(new URL(address).origin.length);
  if (answer === "decline") return json({ declined: true }, 402);
  if (answer !== "pay") return redirect(here(ticket.cancel), 303);
  const webhook = await signedWebhook(ticket, context.env.SESSION_SECRET);
  const deliver = () => fetch(`${origin}/webhooks/stripe`, { method: "POST", ...webhook });
  context.waitUntil(
    scheduler
      .wait(delay)
      .then(deliver)
      .catch((fault) => logError("webhook not delivered", fault)),
  );
  return redirect(here(ticket.success), 303);
}

export default function StandInForStripe() {
  const { amount } = useLoaderData<typeof loader>();
  const declined = useActionData<typeof action>()?.declined;
  return (
    <Room>
      <h1 className="display text-2">Stand-in for Stripe</h1>
      <p className="text-ink-2">This club has no keys for Stripe, so you say what your bank says.</p>
      {declined && <Banner look="error">Your card was declined. Nothing was charged.</Banner>}
      <form method="post" className="grid w-full gap-5">
        <Button look="go" name="answer" value="pay">
          Pay {formatForints(amount)}
        </Button>
        <Button name="answer" value="decline">
          Decline
        </Button>
        <Button name="answer" value="abandon">
          Abandon
        </Button>
      </form>
    </Room>
  );
}
