import * as build from "virtual:remix/server-build";
import { runJobs } from "./jobs/run-jobs.server.ts";
import { tooLarge } from "./lib/body-limit.ts";
import { isCrossSite } from "./lib/cross-site.ts";
import { log } from "./lib/log.ts";
import { notThatWay, unknownMethod } from "./lib/methods.ts";
import { oneSpelling } from "./lib/one-spelling.ts";
import { oncePerSecond } from "./lib/page-cache.ts";
import { routeByWord } from "./lib/route-by-word.ts";
import { secure } from "./lib/security-headers.ts";
import { createContext, createJobContext } from "./load-context.ts";

const render = routeByWord(build);

export default {
  async fetch(request, env, execution) {
    const context = createContext(request, env, execution);
    let response = isCrossSite(request)
      ? crossSiteRefusal(context)
      : (unknownMethod(request) ??
        oneSpelling(request) ??
        (await tooLarge(request)) ??
        (await oncePerSecond(request, context, () => render(asAsked(request), context))));
    if (response.status === 405) response = notThatWay(response);
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    for (const cookie of context.cookies) response.headers.append("Set-Cookie", cookie);
    response.headers.set("X-Request-Id", context.requestId);
    secure(response, new URL(request.url), context.nonce);
    return response;
  },

  async scheduled(controller, env) {
    await runJobs(createJobContext(env), new Date(controller.scheduledTime));
  },
} satisfies ExportedHandler<Env>;

function crossSiteRefusal({ requestId }: { requestId: string }): Response {
  log("warning", "cross-site request refused", { requestId });
  return new Response(
    "This form did not come from our own pages, so we refused it. Please go back, reload the page and try again.",
    { status: 403 },
  );
}

/** Without what the framework would stumble over: a GET's body, and a header anyone may forge. */
function asAsked(request: Request): Request {
  const { url, method, headers, body } = request;
  if (body && (method === "GET" || method === "HEAD")) return new Request(url, { method, headers });
  if (!headers.has("X-Forwarded-Host")) return request;
  const plain = new Request(request);
  plain.headers.delete("X-Forwarded-Host");
  return plain;
}
