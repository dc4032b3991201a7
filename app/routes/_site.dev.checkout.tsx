import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireLocal } from "#app/auth/guards.server.ts";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { readForm } from "#app/http/forms.ts";
import { notFound } from "#app/http/responses.ts";
import { formatAmount } from "#app/lib/price.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { logError } from "#app/log.ts";
import { type LocalCheckout, readLocalCheckout, signedWebhook } from "#app/payments/stripe.server.ts";

/** Replaces Stripe's hosted page in a local club without keys. */
export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("Test checkout");

function readCheckout(request: Request): LocalCheckout {
  const checkout = readLocalCheckout(new URL(request.url).searchParams.get("session") ?? "");
  if (!checkout) throw notFound();
  return checkout;
}

export function loader({ request, context: { env } }: LoaderFunctionArgs) {
  requireLocal(request, env);
  const { amount, currency } = readCheckout(request);
  return json({ amount: formatAmount(amount, currency) });
}

/** Stripe's own webhook also arrives after the visitor has returned. */
const webhookDelayMs = 1_500;
const webhookTimeoutMs = 15_000;

export async function action({ request, context }: ActionFunctionArgs) {
  requireLocal(request, context.env);
  const checkout = readCheckout(request);
  const { origin } = new URL(request.url);
  const { answer } = await readForm(request);
  const toThisOrigin = (address: string) => origin + address.slice(new URL(address).origin.length);
  if (answer === "decline") return json({ isDeclined: true }, 402);
  if (answer !== "pay") return redirect(toThisOrigin(checkout.cancel), 303);
  const webhook = await signedWebhook(checkout, sign(context.env, "local stripe"));
  const signal = AbortSignal.timeout(webhookTimeoutMs);
  const deliver = () => fetch(`${origin}/webhooks/stripe`, { method: "POST", ...webhook, signal });
  context.waitUntil(
    scheduler
      .wait(webhookDelayMs)
      .then(deliver)
      .catch((error) => logError("webhook not delivered", error)),
  );
  return redirect(toThisOrigin(checkout.success), 303);
}

export default function FakeStripeCheckout() {
  const { amount } = useLoaderData<typeof loader>();
  const isDeclined = useActionData<typeof action>()?.isDeclined;
  return (
    <CenteredCard>
      <h1 className="display text-2">Test checkout</h1>
      <p className="text-ink-2">This club has no Stripe keys, so you choose what the bank answers.</p>
      {isDeclined && <Banner variant="error">Your card was declined. Nothing was charged.</Banner>}
      <form method="post" className="grid w-full gap-5">
        <Button variant="primary" name="answer" value="pay">
          Pay {amount}
        </Button>{" "}
        <Button name="answer" value="decline">
          Decline
        </Button>{" "}
        <Button name="answer" value="back">
          Go back
        </Button>
      </form>
    </CenteredCard>
  );
}
