/** A club's choice: a booking without a deposit ends after two hours. */
export const onlyDepositHoldsSeat = (env: Env): boolean =>
  env.DEPOSIT_HOLDS_SEAT === "yes" && areDepositsOffered(env);

/** With Stripe's keys, or in a local club, where local-stripe plays Stripe. */
export const areDepositsOffered = (
  env: Pick<Env, "APP_ENV" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET">,
) => Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET) || env.APP_ENV === "local";
