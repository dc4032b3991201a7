import { Stripe } from "stripe";

export const isStripeError = (error: unknown) => error instanceof Stripe.errors.StripeError;

const httpStatus = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;

/** The key is wrong: everything is tried again once an operator has corrected it. */
export const isAuthenticationError = (error: unknown) => [401, 403].includes(httpStatus(error));

const isTemporaryError = (error: unknown) =>
  isAuthenticationError(error) || [409, 429].includes(httpStatus(error));

/** Stripe gives the same answer again for as long as it remembers the idempotency key. */
export const isFinalForKey = (error: unknown) => httpStatus(error) >= 400 && !isTemporaryError(error);

export const isRejection = (error: unknown) => isFinalForKey(error) && httpStatus(error) < 500;

export const errorCode = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : String(error);
