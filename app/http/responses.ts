import type { HeadersFunction } from "@remix-run/cloudflare";
import { type CalendarEntry, type CalendarKind, writeCalendar } from "#app/lib/booking/calendar-file.ts";
import { brokenHostLinkBody, brokenLinkBody, noBookingBody } from "#app/lib/error-messages.ts";
import { isSecure } from "./cookies.ts";

export const notFound = () => new Response(null, { status: 404, statusText: "Not Found" });

export const noBooking = () => new Response(noBookingBody, { status: 404, statusText: "Not Found" });

export const brokenLink = () => new Response(brokenLinkBody, { status: 404, statusText: "Not Found" });

export const brokenHostLink = () =>
  new Response(brokenHostLinkBody, { status: 404, statusText: "Not Found" });

/** For a redirect after signing out, so that the next person at this browser finds no page or photo in its cache. */
export const clearedCache: ResponseInit = { headers: { "Clear-Site-Data": '"cache"' } };

export const onlyPost = () =>
  new Response("This address only accepts POST.", { status: 405, headers: { Allow: "POST" } });

export const badRequest = () => new Response(null, { status: 400, statusText: "Bad Request" });

export const privateFile = (name: string, type: string, body: string) =>
  new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    },
  });

export const tooManyRequests = (seconds: number): ResponseInit => ({
  status: 429,
  headers: { "Retry-After": String(seconds) },
});

/** Passes an action's header on to the page that shows its error. */
export const retryAfterHeader: HeadersFunction = ({ actionHeaders }) => {
  const retryAfter = actionHeaders.get("Retry-After");
  return new Headers(retryAfter ? { "Retry-After": retryAfter } : undefined);
};

/** For files whose address changes with their content. */
export const publicForever = "public, max-age=31536000, immutable";

/** For photos, because the people who can see one change. */
export const privateForAnHour = "private, max-age=3600";

/** For a large photo, which a small one at the same address soon replaces. */
export const privateForMinutes = "private, max-age=300";

export const calendarResponse = (
  entries: CalendarEntry[],
  request: Request,
  now: Date,
  kind: CalendarKind = {},
): Response => {
  const written = { origin: new URL(request.url).origin, stamp: now, ...kind };
  return privateFile("dinner.ics", "text/calendar", writeCalendar(entries, written));
};

/** Chromium also applies form-action to the redirect after a POST. */
const formTargets = "'self' https://accounts.google.com https://checkout.stripe.com";

const headersForAll = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
});

const strictTransport = "max-age=63072000; includeSubDomains";

const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

export const isPage = ({ headers }: Pick<Response, "headers">): boolean =>
  headers.get("Content-Type")?.startsWith("text/html") ?? false;

/** Changes the response itself, because a copy would turn a body of known length into a stream. */
export function setSecurityHeaders(
  { headers }: Response,
  request: Request,
  { env, nonce, showsTurnstile = false }: { env: Env; nonce: string; showsTurnstile?: boolean },
): void {
  for (const [name, value] of headersForAll) if (!headers.has(name)) headers.set(name, value);
  // Browsers keep a preloaded domain for months, so an operator has to ask for it.
  const preload = env.HSTS_PRELOAD === "yes" ? "; preload" : "";
  if (isSecure(request)) headers.set("Strict-Transport-Security", strictTransport + preload);
  if (headers.has("Content-Security-Policy")) return;
  headers.set(
    "Content-Security-Policy",
    isPage({ headers }) ? pagePolicy(nonce, showsTurnstile) : closedPolicy,
  );
}

const pagePolicy = (nonce: string, showsTurnstile: boolean): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    ...(showsTurnstile ? ["frame-src https://challenges.cloudflare.com"] : []),
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
