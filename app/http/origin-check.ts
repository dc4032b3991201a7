/** Where servers post, not browsers, with a proof of their own. */
const serverToServerPaths = new Set(["/dev/google/token", "/unsubscribe", "/webhooks/stripe"]);

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request that changes something may come from elsewhere. Each header the browser sent must name
 * this very origin, and at least one must be there: a form of ours always carries both in a current browser.
 */
export function isCrossSite(request: Request): boolean {
  const { origin: here, pathname } = new URL(request.url);
  if (safeMethods.has(request.method) || serverToServerPaths.has(pathname)) return false;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site === null && origin === null) return true;
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  return origin !== null && origin !== here;
}
