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
