import { Stripe } from "stripe";

export const isStripeError = (error: unknown) => error instanceof Stripe.errors.StripeError;

const httpStatus = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;

/** It does not know us: an operator mends the key, and everything that waits goes on. */
export const isAuthenticationError = (error: unknown) => [401, 403].includes(httpStatus(error));

/** Asked again in a while, it may say something else. */
const isTemporaryError = (error: unknown) =>
  isAuthenticationError(error) || [409, 429].includes(httpStatus(error));

/** An answer that would be given again, for as long as the provider remembers the key it was asked under. */
export const isFinalForKey = (error: unknown) => httpStatus(error) >= 400 && !isTemporaryError(error);

/** It has understood, and says no. */
export const isRejection = (error: unknown) => isFinalForKey(error) && httpStatus(error) < 500;

export const errorCode = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : String(error);
