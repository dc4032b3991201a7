/** What an evening will cost once it is not free, and what is left with us until then; in Ft. */
export const normalPrice = 2500;
export const depositAmount = 3000;

/** Stripe counts forints in fillér, which nobody has seen since 1999. */
export const toStripeAmount = (ft: number) => ft * 100;

export const formatForints = (ft: number) => `${ft} HUF`;
