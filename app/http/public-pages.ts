import { dayMs, minuteMs, secondMs } from "#app/lib/time-units.ts";
import { withTimeout } from "#app/lib/timing.ts";

/** Pages that are the same for every visitor without a cookie. */
export const publicPages = ["/", "/about", "/contact", "/privacy", "/terms", "/who-sees-what"];

/** Fetching them changes nothing. A booking's own page is missing, because it is seen for the first time only once. */
const pagesToFetchAhead = [
  "/events",
  "/dashboard/bookings",
  "/dashboard/bookings/new",
  "/dashboard/settings",
  "/login",
  "/register",
];

/** While the pointer rests on a link, browsers render a public page, and fetch some other pages. */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { href_matches: publicPages }, eagerness: "moderate" }],
  prefetch: [{ where: { href_matches: pagesToFetchAhead }, eagerness: "moderate" }],
});

/** The public page about how the dinners went; it does not exist without the setting. */
export const figuresPath = "/how-it-goes";

export const showsFigures = ({ SHOW_FIGURES }: Pick<Env, "SHOW_FIGURES">): boolean => SHOW_FIGURES === "yes";

const cachedPaths = [...publicPages, figuresPath];

const pagesWithReplica = [
  ...cachedPaths,
  "/events",
  "/identity",
  "/quiz",
  "/dashboard/bookings",
  "/dashboard/bookings/new",
  "/dashboard/settings",
  "/dashboard/settings/answers",
];

const bookingPage = /^\/dashboard\/bookings\/[^/]{1,64}$/;

/** Forms, sign-in, email links, money, hosts' pages and settings about safety always read the primary. */
export function readsReplica({ method, url }: Pick<Request, "method" | "url">): boolean {
  const { pathname } = new URL(url);
  return (
    ["GET", "HEAD"].includes(method) && (pagesWithReplica.includes(pathname) || bookingPage.test(pathname))
  );
}

interface CachedPage {
  renderedAt: number;
  /** The time when the last renewal began. It may have failed. */
  renewedFrom: number;
  nonce: string;
  html: string;
  headers: [string, string][];
}

interface Visit {
  env: Pick<Env, "APP_ENV">;
  now: Date;
  nonce: string;
  timeZone: string;
  /** Set if the page exists but says less than it could. */
  isIncomplete?: true;
  waitUntil(work: Promise<unknown>): void;
}

const maxPages = 200;
const servedWhileRenewedMs = 10 * minuteMs;
const servedWhileFailingMs = dayMs;
/** Longer than rendering takes with a distant database. A local club waits for a slow machine, to show changes. */
const timeoutMs = (visit: Visit) => (isLocal(visit) ? minuteMs : secondMs);

/** The pages of this isolate; Cloudflare's cache shares them with the others nearby. */
const cachedPages = new Map<string, CachedPage>();

/**
 * Renders a public page once per minute and time zone for visitors without a cookie; only the nonce differs. An old page is
 * served while it is being renewed, and for up to a day while the database does not answer. `version` is the build's, because
 * the page names its scripts.
 */
export async function withPageCache(
  request: Request,
  visit: Visit,
  version: string,
  render: () => Promise<Response>,
): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || search || !cachedPaths.includes(pathname)) return render();
  const key = `${origin}${pathname}?${new URLSearchParams({ version, zone: visit.timeZone })}`;
  if (request.headers.has("Cookie")) {
    const response = await render();
    const kept = response.status < 500 ? undefined : await findPage(key, visit);
    // Otherwise the browser would think that the cookie's owner had signed out.
    return kept ? serve({ ...kept, html: kept.html.replace(' data-user-id=""', "") }, visit) : response;
  }
  const kept = await findPage(key, visit);
  if (!kept) return renew(key, visit, render);
  if (isFresh(kept, visit)) return serve(kept, visit);
  const now = visit.now.getTime();
  if (now - kept.renderedAt < servedWhileRenewedMs && !isLocal(visit)) {
    if (now - kept.renewedFrom > 10 * secondMs) {
      kept.renewedFrom = now;
      visit.waitUntil(renew(key, visit, render).catch(() => {}));
    }
    return serve(kept, visit);
  }
  const renewed = renew(key, visit, render);
  visit.waitUntil(renewed.catch(() => {}));
  const response = await withTimeout(timeoutMs(visit), renewed).catch(() => undefined);
  return response && response.status < 500 && !visit.isIncomplete ? response : serve(kept, visit);
}

/** In a local club, changes show at once. */
const isLocal = ({ env }: Visit) => env.APP_ENV === "local";

function isFresh({ renderedAt }: CachedPage, visit: Visit): boolean {
  const periodMs = isLocal(visit) ? secondMs : minuteMs;
  return Math.floor(renderedAt / periodMs) === Math.floor(visit.now.getTime() / periodMs);
}

const isWhole = ({ status, headers }: Response, { isIncomplete }: Visit) =>
  status === 200 && !isIncomplete && !headers.has("Set-Cookie");

/** It stores nothing on workers.dev. */
function cacheNearby(visit: Visit): Cache | undefined {
  const { caches } = globalThis as { caches?: { default?: Cache } };
  return isLocal(visit) ? undefined : caches?.default;
}

async function findPage(key: string, visit: Visit): Promise<CachedPage | undefined> {
  const known = cachedPages.get(key);
  if (known && isFresh(known, visit)) return known;
  const found = await cacheNearby(visit)
    ?.match(key)
    .catch(() => undefined);
  const nearby = (await found?.json().catch(() => undefined)) as CachedPage | undefined;
  const newest = nearby && nearby.renderedAt > (known?.renderedAt ?? 0) ? nearby : known;
  if (newest && newest !== known) keep(key, newest);
  return newest && visit.now.getTime() - newest.renderedAt < servedWhileFailingMs ? newest : undefined;
}

function keep(key: string, page: CachedPage): void {
  if (cachedPages.size >= maxPages) cachedPages.clear();
  cachedPages.set(key, page);
}

async function renew(key: string, visit: Visit, render: () => Promise<Response>): Promise<Response> {
  const response = await render();
  if (!isWhole(response, visit)) return response;
  const html = await response.text();
  const { now, nonce } = visit;
  const page = { renderedAt: now.getTime(), renewedFrom: 0, nonce, html, headers: [...response.headers] };
  keep(key, page);
  const copy = Response.json(page, {
    headers: { "Cache-Control": `max-age=${servedWhileFailingMs / 1000}` },
  });
  const saving = cacheNearby(visit)?.put(key, copy);
  if (saving) visit.waitUntil(saving.catch(() => {}));
  return new Response(html, response);
}

function serve({ html, nonce: writtenNonce, ...page }: CachedPage, { nonce, now }: Visit): Response {
  const headers = new Headers(page.headers);
  headers.set("Age", String(Math.max(0, Math.floor((now.getTime() - page.renderedAt) / 1000))));
  return new Response(html.replaceAll(writtenNonce, nonce), { headers });
}
