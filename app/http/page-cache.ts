import { figuresPath } from "./figures-page.ts";
import { publicPages } from "./public-pages.ts";

interface CachedPage {
  second: number;
  nonce: string;
  html: string;
  headers: Headers;
}

interface Visit {
  now: Date;
  nonce: string;
  timeZone: string;
}

const cachedPaths = [...publicPages, figuresPath];
const maxPages = 200;
const cachedPages = new Map<string, CachedPage>();

/** Renders a public page once a second and time zone for visitors without a cookie; only the nonce differs between them. */
export async function withPageCache(
  request: Request,
  { now, nonce, timeZone }: Visit,
  render: () => Promise<Response>,
): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url);
  const isShared =
    request.method === "GET" && !search && !request.headers.has("Cookie") && cachedPaths.includes(pathname);
  if (!isShared) return render();

  const key = `${origin}${pathname} ${timeZone}`;
  const second = Math.floor(now.getTime() / 1000);
  const cached = cachedPages.get(key);
  if (cached?.second === second) {
    return new Response(cached.html.replaceAll(cached.nonce, nonce), { headers: cached.headers });
  }

  const response = await render();
  if (response.status !== 200 || response.headers.has("Set-Cookie")) return response;
  const html = await response.text();
  if (cachedPages.size >= maxPages) cachedPages.clear();
  cachedPages.set(key, { second, nonce, html, headers: new Headers(response.headers) });
  return new Response(html, response);
}
