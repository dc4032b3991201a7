import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { RouteHandle } from "#app/components/page.tsx";
import { findHelp } from "#app/http/cookies.ts";
import { listFields } from "#app/http/forms.ts";
import { separateWords } from "#app/lib/text.ts";
import { ServerContext, type Visitor } from "./components/page.tsx";
import { logError } from "./log.ts";

/** No streaming, so that an error while rendering can still become a 500. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { matches } = remix.staticHandlerContext;
  const isHydrated = matches.some(
    ({ route }) => (remix.routeModules[route.id]?.handle as RouteHandle | undefined)?.isHydrated,
  );
  // React recognizes its elements only in HTML that it rendered for hydration.
  const render = isHydrated
    ? renderToString
    : (page: ReactElement) => separateWords(renderToStaticMarkup(page));
  const { nonce, requestId } = context;
  const html = render(
    <ServerContext.Provider value={{ nonce, requestId, ...describeFailure(request, context, remix) }}>
      <RemixServer context={remix} url={request.url} />
    </ServerContext.Provider>,
  );
  const visitor = remix.staticHandlerContext.loaderData.root as Visitor | undefined;
  // Back must not show a page with a name on it after signing out, nor a page that a link from an email opened.
  const { pathname } = new URL(request.url);
  const isPrivate = visitor?.isSignedIn || isOpenedByLink(pathname) || pathname.startsWith("/desk");
  headers.set("Cache-Control", isPrivate ? "private, no-store" : "private, no-cache");
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** Describes the page that an error page replaces. */
function describeFailure(
  request: Request,
  context: AppLoadContext,
  { staticHandlerContext: { errors, matches }, routeModules }: EntryContext,
) {
  if (!errors) return {};
  const { form, path } = context.failure ?? {};
  const { pathname, search } = new URL(request.url);
  const { meta, handle } = routeModules[matches.at(-1)?.route.id ?? ""] ?? {};
  const tags = typeof meta === "function" ? meta({ matches: [], location: { search } } as never) : undefined;
  const title = tags?.flatMap((tag) => (tag && "title" in tag ? [String(tag.title)] : []))[0];
  return {
    pageTitle: title?.split(" · ")[0],
    failure: (handle as RouteHandle | undefined)?.failure,
    help: findHelp(context),
    failed: { path: path ?? pathname + search, fields: form && listFields(form) },
  };
}

const isOpenedByLink = (path: string) =>
  /^\/(bookings|email-confirmed|host|reset-password|sheet|stop-recovery|unsubscribe)(\/|$)/.test(path);

/** Logs only bugs: a thrown 4xx response or a closed connection is not a bug. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  if (isClientError || request.signal.aborted) return;
  logError("request failed", error, {
    requestId: context.requestId,
    method: request.method,
    path: new URL(request.url).pathname,
  });
}
