interface Limit {
  /** In 24 hours. */
  count: number;
  /** Completes "You’ve … in 24 hours." */
  did: string;
}

/** What costs an email, a transformation of a picture or the hash of a password. */
const limits = {
  "change-email": { count: 3, did: "changed your email 3 times" },
  "change-password": { count: 10, did: "tried to change your password 10 times" },
  "change-sign-in": { count: 30, did: "changed how you sign in 30 times" },
  export: { count: 10, did: "exported your data 10 times" },
  photo: { count: 20, did: "sent 20 photos" },
  "request-new-email": { count: 20, did: "asked for 20 links" },
  verify: { count: 50, did: "typed your password 50 times" },
} satisfies Record<string, Limit>;

export type LimitedAction = keyof typeof limits;

export const limitedActions = Object.keys(limits) as [LimitedAction, ...LimitedAction[]];

export const maxPerDay = (action: LimitedAction): number => limits[action].count;

export const describeLimit = (action: LimitedAction): string =>
  `You’ve ${limits[action].did} in 24 hours. Try again in a day.`;

/** Bookings are counted as they are. Canceling always works, and there can’t be more of it. */
export const bookingLimits = { perDay: 20, perEventAndDay: 3 };

export const bookingLimitMessages = {
  event: "you’ve booked this dinner 3 times in 24 hours. Try again in a day.",
  day: "you’ve booked 20 dinners in 24 hours. Try again in a day.",
};
