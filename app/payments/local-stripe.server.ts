import { Stripe } from "stripe";

/** Replaces Stripe in a local club without keys. It stores nothing: a checkout's id contains the checkout. */
export async function localStripe(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
  const [, , resource = "", name = "", id = "", verb = ""] = pathname.split("/");
  const form = new URLSearchParams(String(init.body ?? ""));
  if (resource === "checkout" && init.method === "POST" && !id)
    return respond(toStripeSession(checkoutFromForm(form), "open"));
  if (resource === "checkout" && id) {
    const checkout = readLocalCheckout(decodeURIComponent(id));
    const hasRunOut = !checkout || verb === "expire" || Date.now() > (checkout.created + daySeconds) * 1000;
    return checkout ? respond(toStripeSession(checkout, hasRunOut ? "expired" : "open")) : notFoundResponse();
  }
  if (resource === "refunds" && init.method === "POST") {
    return respond(toStripeRefund(form.get("payment_intent") ?? "", Number(form.get("amount"))));
  }
  if (resource === "refunds" && !name) {
    return respond({ object: "list", data: [], has_more: false, url: pathname + searchParams });
  }
  return notFoundResponse();
}

export interface LocalCheckout {
  deposit: string;
  booking: string;
  checkout: string;
  amount: number;
  currency: string;
  created: number;
  success: string;
  cancel: string;
}

const daySeconds = 86_400;

function checkoutFromForm(form: URLSearchParams): LocalCheckout {
  return {
    deposit: form.get("metadata[deposit]") ?? "",
    booking: form.get("metadata[booking]") ?? "",
    checkout: form.get("metadata[checkout]") ?? "",
    amount: Number(form.get("line_items[0][price_data][unit_amount]")),
    currency: form.get("line_items[0][price_data][currency]") ?? "",
    created: Math.floor(Date.now() / 1000),
    success: form.get("success_url") ?? "",
    cancel: form.get("cancel_url") ?? "",
  };
}

const prefix = "cs_local_";

const toCheckoutId = (checkout: LocalCheckout) =>
  prefix +
  btoa(encodeURIComponent(JSON.stringify(checkout)))
    .replaceAll("+", "-")
    .replaceAll("/", "_");

export function readLocalCheckout(id: string): LocalCheckout | undefined {
  try {
    return id.startsWith(prefix)
      ? (JSON.parse(
          decodeURIComponent(atob(id.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"))),
        ) as LocalCheckout)
      : undefined;
  } catch {
    return undefined;
  }
}

export function toStripeSession(checkout: LocalCheckout, status: "open" | "complete" | "expired") {
  const id = toCheckoutId(checkout);
  const isPaid = status === "complete";
  return {
    id,
    object: "checkout.session",
    amount_total: checkout.amount,
    client_reference_id: checkout.deposit,
    created: checkout.created,
    currency: checkout.currency,
    expires_at: checkout.created + daySeconds,
    livemode: false,
    metadata: { deposit: checkout.deposit, booking: checkout.booking, checkout: checkout.checkout },
    mode: "payment",
    payment_intent: isPaid ? `pi_local_${checkout.currency}_${checkout.deposit}_${checkout.checkout}` : null,
    payment_status: isPaid ? "paid" : "unpaid",
    status,
    url: status === "open" ? `${new URL(checkout.success).origin}/dev/checkout?session=${id}` : null,
  };
}

const toStripeRefund = (payment: string, amount: number) => ({
  id: `re_local_${payment}`,
  object: "refund",
  amount,
  currency: payment.split("_")[2] ?? "",
  payment_intent: payment,
  status: "succeeded",
});

const respond = (body: object, status = 200) => Response.json(body, { status });

const notFoundResponse = () =>
  respond(
    { error: { type: "invalid_request_error", code: "resource_missing", message: "No such thing here" } },
    404,
  );

/** The request that Stripe sends when a checkout is paid. */
export async function signedWebhook(checkout: LocalCheckout, secret: string) {
  const event = {
    id: `evt_local_${checkout.deposit}_${checkout.checkout}`,
    object: "event",
    type: "checkout.session.completed",
    data: { object: toStripeSession(checkout, "complete") },
  };
  const body = JSON.stringify(event);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret });
  return { body, headers: { "Content-Type": "application/json", "Stripe-Signature": signature } };
}
