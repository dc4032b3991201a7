import * as build from "virtual:remix/server-build";
import { createRequestHandler } from "@remix-run/cloudflare";
import { runJobs } from "./jobs/run-jobs.server.ts";
import { tooLarge } from "./lib/body-limit.ts";
import { isCrossSite } from "./lib/cross-site.ts";
import { log } from "./lib/log.ts";
import { oneSpelling } from "./lib/one-spelling.ts";
import { oncePerSecond } from "./lib/page-cache.ts";
import { secure } from "./lib/security-headers.ts";
import { createContext, createJobContext } from "./load-context.ts";

const render = createRequestHandler(build);

export default {
  async fetch(request, env, execution) {
    const context = createContext(request, env, execution);
    const response = isCrossSite(request)
      ? crossSiteRefusal(context)
      : (oneSpelling(request) ??
        (await tooLarge(request)) ??
        (await oncePerSecond(request, context, () => render(withoutStrayBody(request), context))));
    for (const cookie of context.cookies) response.headers.append("Set-Cookie", cookie);
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

/** Nothing is asked with a GET's body, and the framework would stumble over it. */
const withoutStrayBody = (request: Request): Request =>
  request.body && (request.method === "GET" || request.method === "HEAD")
    ? new Request(request.url, { method: request.method, headers: request.headers })
    : request;
