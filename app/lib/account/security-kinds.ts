/** Everything that can happen to an account, in words for its owner. */
const securityTexts = {
  "new-sign-in": "Somebody signed in with a new browser",
  "sign-in-refused": "Somebody tried to sign in with a wrong password",
  "sign-in-locked": "Signing in with the password was locked for a while, after too many wrong ones",
  "sign-in-blocked": "Signing in was refused, because your account was blocked",
  "passkey-refused": "A passkey was refused",
  "google-refused": "Signing in with Google was refused",
  "password-changed": "Your password was changed",
  "password-removed": "Your password was removed",
  "email-changed": "Your email was changed",
  "google-linked": "Google was linked",
  "google-unlinked": "Google was unlinked",
  "passkey-added": "A passkey was added",
  "passkey-removed": "A passkey was removed",
  "avoidance-taken-back": "You no longer ask to be kept apart from somebody",
  "together-asked": "We asked if you’d like to sit at one table with somebody",
  "together-noted": "We noted that you and somebody agreed to sit at one table",
  "together-agreed": "You agreed to sit at one table with somebody",
  "together-ended": "You and somebody no longer come together",
  exported: "Your data was exported",
  blocked: "Your account was blocked",
  unblocked: "Your account was unblocked",
  "recovery-started": "Somebody asked us to give this account another email",
  "recovery-stopped": "The change of the email was stopped",
  recovered: "We gave this account another email",
  "looked-at": "Somebody on our team looked at your account",
  "changed-by-operator": "Somebody on our team changed something of yours",
};

interface Note {
  kind: SecurityKind;
  madeBy: "diner" | "operator" | "software" | null;
  detail: string | null;
}

/** Only operators see an operator's commands, but owners see how an operator says that they agreed. */
export const describeNote = ({ kind, madeBy, detail }: Note) => ({
  what: securityTexts[kind],
  detail: madeBy === "operator" && kind !== "together-noted" ? null : detail,
});

/** The same for operators, who also see commands and who gave them. */
export function describeNoteToOperator({ operator, ...note }: Note & { operator: string | null }) {
  const { kind, madeBy, detail } = note;
  const by = operator ?? "An operator";
  if (kind === "looked-at")
    return {
      what: `${by} looked at ${detail === deskPage ? "this page" : "this person"}`,
      detail: detail === deskPage ? null : detail,
    };
  if (kind === "changed-by-operator") return { what: `${by} did “${detail}”`, detail: null };
  const what = securityTexts[kind]
    .replaceAll(/^Your\b/g, "The")
    .replaceAll(/\byour\b/g, "the")
    .replaceAll(/^You\b/g, "They")
    .replaceAll(/\byou(?=’d|\b)/g, "they");
  return { what: madeBy === "operator" ? `${what}, by ${by}` : what, detail };
}

/** The command in the history of who looks at the page of a person at the desk. */
export const deskPage = "desk person";

export type SecurityKind = keyof typeof securityTexts;

export const securityKinds = Object.keys(securityTexts) as [SecurityKind, ...SecurityKind[]];

interface Limit {
  /** The number in 24 hours. */
  count: number;
  /** Completes "You’ve … in 24 hours." */
  did: string;
}

/** Actions that cost an email, an image transformation or the hash of a password. */
const limits = {
  "change-email": { count: 3, did: "changed your email 3 times" },
  "change-password": { count: 10, did: "tried to change your password 10 times" },
  "change-sign-in": { count: 30, did: "changed how you sign in 30 times" },
  "friend-link": { count: 10, did: "made 10 links for a friend" },
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

/** Counted from the bookings themselves. Canceling always works, and can't happen more often than booking. */
export const bookingLimits = { perDay: 20, perEventAndDay: 3 };

export const bookingLimitMessages = {
  event: "you’ve booked this dinner 3 times in 24 hours. Try again in a day.",
  day: "you’ve booked 20 dinners in 24 hours. Try again in a day.",
};
