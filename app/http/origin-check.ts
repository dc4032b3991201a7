/** Other servers post here, each with its own proof. */
const serverToServerPaths = new Set([
  "/dev/google/token",
  "/unsubscribe",
  "/webhooks/resend",
  "/webhooks/stripe",
]);

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** A request that may change something must carry Origin or Sec-Fetch-Site, and both must name this site where present. */
export function isCrossSite(request: Request): boolean {
  const { origin: here, pathname } = new URL(request.url);
  if (safeMethods.has(request.method) || serverToServerPaths.has(pathname)) return false;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site === null && origin === null) return true;
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  return origin !== null && origin !== here;
}
