import { errorMessage } from "#app/lib/error-messages.ts";

type Settings = Pick<Env, "APP_ENV" | "SITE_URL">;

/**
 * Redirects to the one address of a page: on the club's own origin, with one slash at the start and none at the end. A local
 * club has no fixed origin.
 */
export function redirectToCanonicalAddress(
  { method, url }: Pick<Request, "method" | "url">,
  { APP_ENV, SITE_URL }: Settings,
): Response | undefined {
  const { origin, pathname, search } = new URL(url);
  const siteOrigin = APP_ENV === "local" ? origin : new URL(SITE_URL).origin;
  if (origin !== siteOrigin) return redirectTo(308, siteOrigin + pathname + search);
  if (method !== "GET" || !(pathname.startsWith("//") || (pathname.endsWith("/") && pathname !== "/")))
    return undefined;
  // Two slashes at the start would redirect to another site.
  return redirectTo(301, `/${trimSlashes(pathname)}${search}`);
}

/** A regular expression for the end would start again at every slash. */
function trimSlashes(path: string): string {
  let [start, end] = [0, path.length];
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}

/** Far longer than the address of any page of ours. */
const [maxPathLength, maxQueryLength] = [2_048, 4_096];

/** Remix would print a line that is not in our log's format for an address that it can't decode. */
export function refuseBrokenAddress({ url }: Pick<Request, "url">): Response | undefined {
  const { pathname, search } = new URL(url);
  const isTooLong = pathname.length > maxPathLength || search.length > maxQueryLength;
  if (isTooLong) return refuse(414);
  return canBeDecoded(pathname) ? undefined : refuse(404);
}

function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const refuse = (status: 404 | 414) => new Response(errorMessage(status).text, { status });

const redirectTo = (status: 301 | 308, location: string) =>
  new Response(null, { status, headers: { Location: location } });
