import * as build from "virtual:remix/server-build";
import { createRequestHandler } from "@remix-run/cloudflare";
import { runJobs } from "./jobs/run-jobs.server.ts";
import { isCrossSite } from "./lib/cross-site.ts";
import { log } from "./lib/log.ts";
import { oncePerSecond } from "./lib/page-cache.ts";
import { secure } from "./lib/security-headers.ts";
import { createContext, createJobContext } from "./load-context.ts";

const render = createRequestHandler(build);

export default {
  async fetch(request, env, execution) {
    const context = createContext(request, env, execution);
    const response = isCrossSite(request)
      ? crossSiteRefusal()
      : await oncePerSecond(request, context, () => render(request, context));
    for (const cookie of context.cookies) response.headers.append("Set-Cookie", cookie);
    secure(response, new URL(request.url), context.nonce);
    return response;
  },

  async scheduled(controller, env) {
    await runJobs(createJobContext(env), new Date(controller.scheduledTime));
  },
} satisfies ExportedHandler<Env>;

function crossSiteRefusal(): Response {
  log("warning", "cross-site request refused");
  return new Response("This form was sent from another site, so we refused it.", { status: 403 });
}
