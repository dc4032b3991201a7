import { Stripe } from "stripe";
import { localStripe } from "./local-stripe.server.ts";

type Settings = Pick<
  Env,
  "APP_ENV" | "SESSION_SECRET" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_URL"
>;

/** A deposit is offered where there is somebody to take it: the provider, or locally, without keys, a stand-in of our own. */
export const areDepositsOffered = (env: Settings) =>
  Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET) || env.APP_ENV === "local";

/** What a webhook is signed with. */
export const webhookSecret = (env: Settings) =>
  env.STRIPE_SECRET_KEY
    ? env.STRIPE_WEBHOOK_SECRET
    : env.APP_ENV === "local"
      ? env.SESSION_SECRET
      : undefined;

/** Somebody who does not answer in time is asked again, under the same key. */
const clientOptions = { timeout: 10_000, maxNetworkRetries: 1, telemetry: false };

export function connectStripe(env: Settings): Stripe | undefined {
  if (!areDepositsOffered(env)) return undefined;
  if (!env.STRIPE_SECRET_KEY) {
    return new Stripe("local", { ...clientOptions, httpClient: Stripe.createFetchHttpClient(localStripe) });
  }
  const httpClient = Stripe.createFetchHttpClient(env.STRIPE_URL ? fetchFrom(env.STRIPE_URL) : undefined);
  return new Stripe(env.STRIPE_SECRET_KEY, { ...clientOptions, httpClient });
}

/** The same calls to another server that speaks Stripe's part. */
const fetchFrom =
  (elsewhere: string): typeof fetch =>
  (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return fetch(new URL(pathname + search, elsewhere), init);
  };
