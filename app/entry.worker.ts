import * as build from "virtual:remix/server-build";
import { refuseLargeBody } from "#app/http/body-limit.ts";
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
import { log } from "./log.ts";

const render = createIndexedRequestHandler(build);

export default {
  async fetch(request, env, execution) {
    const context = createContext(request, env, execution);
    let response = isCrossSite(request)
      ? crossSiteRefusal(context)
      : (refuseUnknownMethod(request) ??
        redirectToCanonicalAddress(request) ??
        (await refuseLargeBody(request)) ??
        (await withPageCache(request, context, () => render(cleanRequest(request), context))));
    if (response.status === 405) response = completeMethodRefusal(response);
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    for (const cookie of context.cookies) response.headers.append("Set-Cookie", cookie);
    response.headers.set("X-Request-Id", context.requestId);
    setSecurityHeaders(response, new URL(request.url), context.nonce);
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

function crossSiteRefusal({ requestId }: { requestId: string }): Response {
  log("warning", "cross-site request refused", { requestId });
  return new Response(
    "This form did not come from our own pages, so we refused it. Please go back, reload the page and try again.",
    { status: 403 },
  );
}

/** Removes a GET's body, on which Remix fails, and a header that anybody can forge. */
function cleanRequest(request: Request): Request {
  const { url, method, headers, body } = request;
  if (body && (method === "GET" || method === "HEAD")) return new Request(url, { method, headers });
  if (!headers.has("X-Forwarded-Host")) return request;
  const cleaned = new Request(request);
  cleaned.headers.delete("X-Forwarded-Host");
  return cleaned;
}
