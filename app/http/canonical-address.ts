/** Removes slashes at the end; two at the start would redirect to another site. */
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
