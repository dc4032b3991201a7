import type { HeadersFunction } from "@remix-run/cloudflare";

/** A 429 that says when to try again. */
export const tooManyRequests = (seconds: number): ResponseInit => ({
  status: 429,
  headers: { "Retry-After": String(seconds) },
});

/** For a page whose action may answer so: its headers reach the page it becomes. */
export const retryAfterHeader: HeadersFunction = ({ actionHeaders }) => {
  const retryAfter = actionHeaders.get("Retry-After");
  return new Headers(retryAfter ? { "Retry-After": retryAfter } : undefined);
};
