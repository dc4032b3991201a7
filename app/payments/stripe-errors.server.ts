import { Stripe } from "stripe";

export const isFromStripe = (error: unknown) => error instanceof Stripe.errors.StripeError;

const statusOf = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;

/** It does not know us: an operator mends the key, and everything that waits goes on. */
export const isOurKey = (error: unknown) => [401, 403].includes(statusOf(error));

/** Asked again in a while, it may say something else. */
const isPassing = (error: unknown) => isOurKey(error) || [409, 429].includes(statusOf(error));

/** An answer that would be given again, for as long as the provider remembers the key it was asked under. */
export const hasAnswered = (error: unknown) => statusOf(error) >= 400 && !isPassing(error);

/** It has understood, and says no. */
export const isRefusal = (error: unknown) => hasAnswered(error) && statusOf(error) < 500;

export const codeOf = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : String(error);
