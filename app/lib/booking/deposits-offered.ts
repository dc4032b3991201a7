/** With Stripe's keys, or in a local club, where local-stripe plays Stripe. */
export const areDepositsOffered = (
  env: Pick<Env, "APP_ENV" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET">,
) => Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET) || env.APP_ENV === "local";
