import type { HeadersFunction } from "@remix-run/cloudflare";
import { brokenHostLinkBody, brokenLinkBody } from "#app/lib/error-messages.ts";

export const notFound = () => new Response(null, { status: 404, statusText: "Not Found" });

export const brokenLink = () => new Response(brokenLinkBody, { status: 404, statusText: "Not Found" });

export const brokenHostLink = () =>
  new Response(brokenHostLinkBody, { status: 404, statusText: "Not Found" });

/** For a redirect after signing out, so that the next person at this browser finds no page or photo in its cache. */
export const clearedCache: ResponseInit = { headers: { "Clear-Site-Data": '"cache"' } };

export const onlyPost = () =>
  new Response("This address only accepts POST.", { status: 405, headers: { Allow: "POST" } });

export const badRequest = () => new Response(null, { status: 400, statusText: "Bad Request" });

/** A download that no cache can store. */
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
