/** In forints. */
export const normalPrice = 2500;
export const depositAmount = 3000;

/** Stripe counts forints in fillér, a hundredth of a forint. */
export const toStripeAmount = (ft: number) => ft * 100;

export const formatForints = (ft: number) => `${ft} HUF`;
