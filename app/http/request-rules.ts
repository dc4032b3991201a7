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

/** Other servers post to these paths, each with its own proof. */
const serverToServerPaths = new Set([
  "/dev/google/token",
  "/unsubscribe",
  "/webhooks/resend",
  "/webhooks/stripe",
]);

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** A request that can change something must have Origin or Sec-Fetch-Site, and each that it has must name this site. */
export function isCrossSite(request: Request): boolean {
  const { origin: here, pathname } = new URL(request.url);
  if (safeMethods.has(request.method) || serverToServerPaths.has(pathname)) return false;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site === null && origin === null) return true;
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  return origin !== null && origin !== here;
}

/** Remix treats every other method like POST, so others are refused here. */
const methods = ["GET", "HEAD", "POST"];

export const refuseUnknownMethod = ({ method }: Request) =>
  methods.includes(method)
    ? undefined
    : new Response("This address only takes GET, HEAD and POST.", {
        status: 405,
        headers: { Allow: methods.join(", ") },
      });

/** Adds `Allow` to a 405 of Remix, which means that the route has no action. */
export function completeMethodRefusal(response: Response): Response {
  if (response.headers.has("Allow")) return response;
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const answer = isPage ? response : new Response("This address can only be read.", { status: 405 });
  answer.headers.set("Allow", "GET, HEAD");
  return answer;
}

const headersReadByRemix = ["Origin", "X-Forwarded-Host"];

/**
 * Removes parts that make Remix fail: a GET's body, and origins, which Remix compares itself and answers with 500. Also
 * removes `_data`, for which Remix answers only with a loader's data, and which no page of ours uses.
 */
export function cleanRequest(original: Request): Request {
  const address = new URL(original.url);
  address.searchParams.delete("_data");
  const request = original.url.includes("_data") ? new Request(address, original) : original;
  const { url, method, headers, body } = request;
  if (body && (method === "GET" || method === "HEAD")) return new Request(url, { method, headers });
  if (!headersReadByRemix.some((name) => headers.has(name))) return request;
  const cleaned = new Request(request);
  for (const name of headersReadByRemix) cleaned.headers.delete(name);
  return cleaned;
}
