import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";
import { inWords, keptMs } from "./kept-times.ts";

interface Cookie {
  why: string;
  /** How long a browser keeps it, where whoever sets it says nothing else. */
  ms: number;
  /** What the number doesn’t say. */
  more?: string;
}

/** No cookie has another name. */
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
  dinner: { why: "the dinner you chose before signing up", ms: 7 * dayMs },
  seen: { why: "which tables you’ve seen", ms: 30 * dayMs },
  tonight: {
    why: "on the day of your dinner, the restaurant’s telephone number, for when our pages don’t work",
    ms: dayMs,
  },
  notice: { why: "a message for the next page", ms: minuteMs },
  /** Longer than a copy of the database is behind. */
  bookmark: { why: "how new a page must be to show what you’ve just changed", ms: minuteMs },
  emailed: { why: "the addresses you asked us to email a link to", ms: hourMs },
  auth: { why: "signing in with Google", ms: 10 * minuteMs },
  verifier: { why: "checking that it’s you who comes back from Google", ms: 10 * minuteMs },
  next: { why: "the page you wanted before signing in", ms: 10 * minuteMs },
} satisfies Record<string, Cookie>;

export type CookieName = keyof typeof keptCookies;

/** Of those that neither sign somebody in nor recognize a browser. */
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
