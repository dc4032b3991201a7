import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";

/** The code that deletes data about people reads these (mostly app/models/old-rows.server.ts), and so do the documents. */
export const keptMs = {
  /** An account with an unconfirmed address, since the last sign-up. */
  unconfirmedAccount: 7 * dayMs,
  /** Counted from the last visit. */
  session: 30 * dayMs,
  /** Counted from the sign-in, however often somebody visits. */
  longestSession: 180 * dayMs,
  /** Browsers delete cookies after 400 days too. */
  device: 400 * dayMs,
  passkeyChallenge: 5 * minuteMs,
  confirmLink: 24 * hourMs,
  changeEmailLink: 24 * hourMs,
  resetLink: hourMs,
  /** The time to choose a password for an account that the club made for somebody. */
  invitationLink: 3 * dayMs,
  /** The time to choose a password after a recovery. */
  recoveryLink: 3 * dayMs,
  recovery: 72 * hourMs,
  signInAttempt: 15 * minuteMs,
  signUp: 24 * hourMs,
  accountNetwork: hourMs,
  accountOrigin: 365 * dayMs,
  accountAction: 48 * hourMs,
  securityNote: 365 * dayMs,
  clubMessage: 90 * dayMs,
  deskChange: 365 * dayMs,
  deskForm: dayMs,
  /** Answers about food and health of somebody who has not come since, before they are asked. */
  unusedAnswers: 730 * dayMs,
  /** The same answers, once their diner is asked. */
  askedAnswers: 30 * dayMs,
  /** A copy of answers in a match record. */
  matchEntry: 365 * dayMs,
  /** Keys of somebody who was blocked or kept apart from others, since the account was deleted. */
  accountKey: 730 * dayMs,
  /** The same, if the block has no end. */
  accountKeyOfEndlessBlock: 3_650 * dayMs,
  /** The seat of a deleted account, since the dinner. It is a bit longer than the form of the day after is open anywhere. */
  erasedSeat: 16 * dayMs,
  /** The address of a host, and what hosts wrote. */
  host: 30 * dayMs,
  /** What a restaurant was told of an event, and what it answered. */
  sheet: 2 * dayMs,
  /** The first name of somebody without an account who took an empty seat at the door. */
  walkIn: dayMs,
  /** A diner’s number for the evening, since the dinner. */
  phoneNumber: dayMs,
  headCount: dayMs,
  /** A wish that is not mutual, and the contacts of one that is. */
  wish: 60 * dayMs,
  /** A request for a city, and one that was never confirmed. */
  cityRequest: 365 * dayMs,
  unconfirmedRequest: dayMs,
  brokenAddress: 365 * dayMs,
  email: 30 * dayMs,
  /** A day longer than the emails that were sent with it. */
  emailBatch: 31 * dayMs,
  /** Changes in the bucket. A backup that is older can't be restored without them. */
  change: 400 * dayMs,
  /** A task that is older has lost its message. */
  task: dayMs,
  incident: 90 * dayMs,
};

const units: [string, number][] = [
  ["year", 365 * dayMs],
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
];

/** "2 years", "30 days", "an hour" */
export function inWords(ms: number): string {
  const [unit, unitMs] = units.find(([, each]) => ms % each === 0) ?? ["second", 1_000];
  const count = ms / unitMs;
  if (count !== 1) return `${count} ${unit}s`;
  return unit === "hour" ? "an hour" : `a ${unit}`;
}

interface Cookie {
  why: string;
  /** How long a browser stores the cookie, unless the code that sets it says otherwise. */
  ms: number;
  /** What the number doesn’t say. */
  more?: string;
}

/** There are no other cookies. */
export const keptCookies = {
  session: {
    why: "staying signed in",
    ms: keptMs.session,
    more: `, renewed, and at most ${inWords(keptMs.longestSession)}`,
  },
  device: {
    why: "recognizing a browser that you’ve signed up or in with",
    ms: keptMs.device,
    more: ", renewed",
  },
  dinner: { why: "the dinner you chose, or were asked to by a friend, before signing up", ms: 7 * dayMs },
  answer: { why: "the question of the quiz you answered before signing up", ms: 7 * dayMs },
  seen: { why: "which tables you’ve seen", ms: 30 * dayMs },
  tonight: {
    why: "on the day of your dinner, the restaurant’s telephone number, for when our pages don’t work",
    ms: dayMs,
  },
  notice: { why: "a message for the next page", ms: minuteMs },
  /** This is longer than a copy of the database lags behind. */
  bookmark: { why: "how new a page must be to show what you’ve just changed", ms: minuteMs },
  emailed: { why: "the addresses you asked us to email a link to", ms: hourMs },
  auth: { why: "signing in with Google", ms: 10 * minuteMs },
  verifier: { why: "checking that it’s you who comes back from Google", ms: 10 * minuteMs },
  next: { why: "the page you wanted before signing in", ms: 10 * minuteMs },
} satisfies Record<string, Cookie>;

export type CookieName = keyof typeof keptCookies;

/** Only cookies that neither sign somebody in nor recognize a browser. */
export const longestOtherCookie = inWords(
  Math.max(
    ...Object.entries(keptCookies).flatMap(([name, { ms }]) =>
      name === "session" || name === "device" ? [] : ms,
    ),
  ),
);

export const cookieRows = Object.entries(keptCookies).map(
  ([name, { why, ms, more = "" }]: [string, Cookie]) => ({
    name,
    why,
    howLong: inWords(ms) + more,
  }),
);
