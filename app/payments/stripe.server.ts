import { Stripe } from "stripe";
import { areDepositsOffered } from "#app/lib/booking/booking-states.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { traced } from "#app/trace.ts";
import { localStripe } from "./local-stripe.server.ts";

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
