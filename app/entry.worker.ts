import * as build from "virtual:remix/server-build";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { findSignedIn } from "#app/auth/session.server.ts";
import { limitBody } from "#app/http/body-limit.ts";
import { redirectToCanonicalAddress } from "#app/http/canonical-address.ts";
import { completeMethodRefusal, refuseUnknownMethod } from "#app/http/methods.ts";
import { isCrossSite } from "#app/http/origin-check.ts";
import { withPageCache } from "#app/http/page-cache.ts";
import { createIndexedRequestHandler } from "#app/http/route-index.ts";
import { setSecurityHeaders } from "#app/http/security-headers.ts";
import type { TaskMessage } from "#app/jobs/hand-out-tasks.server.ts";
import { runCron } from "#app/jobs/run-cron.server.ts";
import { parkDeadTask, runTask } from "#app/jobs/run-task.server.ts";
import { createContext, createJobContext } from "./load-context.ts";
import { log, logError } from "./log.ts";

const render = createIndexedRequestHandler(build);

export default {
  async fetch(request, env, execution) {
    const context = createContext(request, env, execution);
    let response =
      redirectToCanonicalAddress(request, env) ??
      (await refuseCrossSite(request, context)) ??
      refuseUnknownMethod(request) ??
      (await answer(request, context).catch((error: unknown) => failed(request, context, error)));
    if (response.status === 405) response = completeMethodRefusal(response);
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    for (const cookie of context.cookies) response.headers.append("Set-Cookie", cookie);
    response.headers.set("X-Request-Id", context.requestId);
    setSecurityHeaders(response, request, context);
    return response;
  },

  async scheduled(controller, env) {
    await runCron(createJobContext(env), new Date(controller.scheduledTime));
  },

  async queue({ queue, messages }, env) {
    const handle = queue.endsWith("-dead") ? parkDeadTask : runTask;
    for (const message of messages) await handle(createJobContext(env), message);
  },
} satisfies ExportedHandler<Env, TaskMessage>;

async function answer(request: Request, context: AppLoadContext): Promise<Response> {
  const limited = await limitBody(request, {
    isSignedIn: async () => (await findSignedIn(request, context)) !== null,
    onPhotoTooLarge() {
      context.isPhotoTooLarge = true;
    },
  });
  if (limited instanceof Response)
    return limited.status === 413 ? showRefusal(request, limited, context) : limited;
  return withPageCache(request, context, () => render(cleanRequest(limited), context));
}

/** Remix handles errors of routes; this is for those before a route. */
function failed(request: Request, { requestId }: AppLoadContext, error: unknown): Response {
  const { pathname: path } = new URL(request.url);
  logError("request failed", error, { requestId, method: request.method, path });
  return new Response("Something went wrong on our side. Try again in a moment.", { status: 500 });
}

async function refuseCrossSite(request: Request, context: AppLoadContext) {
  if (!isCrossSite(request)) return undefined;
  log("warning", "cross-site request refused", { requestId: context.requestId });
  const text =
    "This form didn’t come from one of our pages, so we refused it. Go back, reload the page and try again.";
  return showRefusal(request, new Response(text, { status: 403 }), context);
}

/** A page for browsers. React, which asks with `_data`, and other programs get the sentence. */
async function showRefusal(request: Request, response: Response, context: AppLoadContext): Promise<Response> {
  const { origin, searchParams } = new URL(request.url);
  const wantsPage = request.headers.get("Accept")?.includes("text/html") && !searchParams.has("_data");
  if (!wantsPage) return response;
  context.refusal = { status: response.status, text: await response.text() };
  return render(new Request(`${origin}/refused`), context);
}

const headersReadByRemix = ["Origin", "X-Forwarded-Host"];

/** Removes what Remix fails on: a GET's body, and origins, which it compares itself and answers with 500. */
function cleanRequest(request: Request): Request {
  const { url, method, headers, body } = request;
  if (body && (method === "GET" || method === "HEAD")) return new Request(url, { method, headers });
  if (!headersReadByRemix.some((name) => headers.has(name))) return request;
  const cleaned = new Request(request);
  for (const name of headersReadByRemix) cleaned.headers.delete(name);
  return cleaned;
}
