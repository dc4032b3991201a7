/** A page has one address: without a slash at its end, and with only one before it, which could lead elsewhere. */
export function redirectToCanonicalAddress({
  method,
  url,
}: Pick<Request, "method" | "url">): Response | undefined {
  const { pathname, search } = new URL(url);
  if (method !== "GET" || !/[^/]\/+$/.test(pathname)) return undefined;
  return new Response(null, {
    status: 301,
    headers: { Location: `/${pathname.replace(/^\/+|\/+$/g, "")}${search}` },
  });
}
