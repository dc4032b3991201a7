type Settings = Pick<Env, "APP_ENV" | "SITE_URL">;

/** The one address of a page: on the club's own origin, with one slash at the start and none at the end. A local club has no fixed origin. */
export function redirectToCanonicalAddress(
  { method, url }: Pick<Request, "method" | "url">,
  { APP_ENV, SITE_URL }: Settings,
): Response | undefined {
  const { origin, pathname, search } = new URL(url);
  const siteOrigin = APP_ENV === "local" ? origin : new URL(SITE_URL).origin;
  if (origin !== siteOrigin) return redirectTo(308, siteOrigin + pathname + search);
  if (method !== "GET" || !/^\/\/|[^/]\/+$/.test(pathname)) return undefined;
  // Two slashes at the start would redirect to another site.
  return redirectTo(301, `/${pathname.replace(/^\/+|\/+$/g, "")}${search}`);
}

const redirectTo = (status: 301 | 308, location: string) =>
  new Response(null, { status, headers: { Location: location } });
