import { Stripe } from "stripe";
import { areDepositsOffered } from "#app/lib/booking/booking-states.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { traced } from "#app/trace.ts";

type Settings = Pick<
  Env,
  "APP_ENV" | "SESSION_SECRET" | "SESSION_SECRET_PREVIOUS" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET"
>;

export const webhookSecret = (env: Settings) =>
  env.STRIPE_SECRET_KEY
    ? env.STRIPE_WEBHOOK_SECRET
    : env.APP_ENV === "local"
      ? sign(env, "local stripe")
      : undefined;

const clientOptions = { timeout: 10_000, maxNetworkRetries: 1, telemetry: false };

export function connectStripe(env: Settings): Stripe | undefined {
  if (!areDepositsOffered(env)) return undefined;
  if (!env.STRIPE_SECRET_KEY) {
    return new Stripe("local", { ...clientOptions, httpClient: Stripe.createFetchHttpClient(localStripe) });
  }
  const httpClient = Stripe.createFetchHttpClient(tracedFetch);
  return new Stripe(env.STRIPE_SECRET_KEY, { ...clientOptions, httpClient });
}

const tracedFetch: typeof fetch = (input, init) => traced("ask stripe", () => fetch(input, init));

export const isStripeError = (error: unknown) => error instanceof Stripe.errors.StripeError;

const httpStatus = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;

/** If the key is wrong, everything is tried again once an operator has corrected it. */
export const isAuthenticationError = (error: unknown) => [401, 403].includes(httpStatus(error));

const isTemporaryError = (error: unknown) =>
  isAuthenticationError(error) || [409, 429].includes(httpStatus(error));

/** Stripe repeats the same answer for as long as it remembers the idempotency key. */
export const isFinalForKey = (error: unknown) => httpStatus(error) >= 400 && !isTemporaryError(error);

export const isRejection = (error: unknown) => isFinalForKey(error) && httpStatus(error) < 500;

export const errorCode = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : String(error);

/** Replaces Stripe in a local club without keys. It stores nothing: a checkout's id contains the checkout. */
async function localStripe(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
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
    const key = new Headers(init.headers).get("Idempotency-Key") ?? "";
    return respond(toStripeRefund(form.get("payment_intent") ?? "", Number(form.get("amount")), key));
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

const toStripeRefund = (payment: string, amount: number, key: string) => ({
  id: `re_local_${key}`,
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
