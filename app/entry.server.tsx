import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { NonceContext } from "#app/components/nonce.tsx";
import { logFault } from "#app/lib/log.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { nonce, requestId }: AppLoadContext,
) {
  let responseStatus = status;
  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remix} url={request.url} />
    </NonceContext.Provider>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        responseStatus = 500;
        if (!request.signal.aborted) logFault("rendering failed", error, { requestId });
      },
    },
  );
  if (isbot(request.headers.get("user-agent"))) await body.allReady;

  headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  return new Response(body, { status: responseStatus, headers });
}

/** What a loader or an action throws by accident, logged once. A request that makes no sense is not a fault of ours. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (isRefusal || request.signal.aborted) return;
  logFault("request failed", error, {
    requestId: context.requestId,
    method: request.method,
    path: new URL(request.url).pathname,
  });
}
