import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { NonceContext } from "#app/components/nonce.tsx";
import { RequestIdContext } from "#app/components/request-id.tsx";
import type { Visitor } from "#app/components/visitor.ts";
import { logError } from "./log.ts";

/** A page leaves whole: nothing on it is ever still loading, and a fault while rendering is still a 500. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce, requestId }: AppLoadContext,
) {
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <RequestIdContext.Provider value={requestId}>
        <RemixServer context={remix} url={request.url} />
      </RequestIdContext.Provider>
    </NonceContext.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  const visitor = remix.staticHandlerContext.loaderData.root as Visitor | undefined;
  // Back, after signing out, must not bring a page with a name on it.
  headers.set("Cache-Control", visitor?.userName ? "private, no-store" : "private, no-cache");
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** What a loader or an action throws by accident, logged once. A request that makes no sense is not a fault of ours. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (isRefusal || request.signal.aborted) return;
  logError("request failed", error, {
    requestId: context.requestId,
    method: request.method,
    path: new URL(request.url).pathname,
  });
}
