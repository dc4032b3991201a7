import * as build from "virtual:remix/server-build";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { findSignedIn } from "#app/auth/session.server.ts";
import { afterWrite } from "#app/db/replica.ts";
import { limitBody } from "#app/http/body-limit.ts";
import { redirectToCanonicalAddress, refuseLongAddress } from "#app/http/canonical-address.ts";
import { copyForm, refillForm } from "#app/http/failed-form.ts";
import { completeMethodRefusal, refuseUnknownMethod } from "#app/http/methods.ts";
import { setNotice } from "#app/http/notice.ts";
import { isCrossSite } from "#app/http/origin-check.ts";
import { withPageCache } from "#app/http/page-cache.ts";
import { createIndexedRequestHandler } from "#app/http/route-index.ts";
import { setSecurityHeaders } from "#app/http/security-headers.ts";
import type { TaskMessage } from "#app/jobs/hand-out-tasks.server.ts";
import { runCron, standInForCron, tick, tickJob } from "#app/jobs/run-cron.server.ts";
import { parkDeadTask, runTask } from "#app/jobs/run-task.server.ts";
import { errorMessage } from "#app/lib/error-messages.ts";
import { createJobContext } from "./job-context.ts";
import { createContext } from "./load-context.ts";
import { describeError, log, logError } from "./log.ts";

const render = createIndexedRequestHandler(build);

export default {
  async fetch(request, env, execution) {
    let context = await createContext(request, env, execution);
    let response = await answer(request, context);
    if (mayBeBehind(response, context)) {
      const { requestId } = context;
      context = { ...(await createContext(request, env, execution)), requestId, replica: undefined };
      response = await answer(request, context);
    }
    if (response.status === 405) response = completeMethodRefusal(response);
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    setBookmark(request, response, context);
    for (const cookie of await context.cookies.serialize()) response.headers.append("Set-Cookie", cookie);
    response.headers.set("X-Request-Id", context.requestId);
    if (context.isCronAway) context.waitUntil(standIn(context));
    setSecurityHeaders(response, request, context);
    return response;
  },

  async scheduled(controller, env) {
    await runCron(createJobContext(env), new Date(controller.scheduledTime));
  },

  async queue({ queue, messages }, env) {
    const isDead = queue.endsWith("-dead");
    for (const message of messages) {
      const handle = isDead ? parkDeadTask : message.body.job === tickJob ? tick : runTask;
      await handle(createJobContext(env), message);
    }
  },
} satisfies ExportedHandler<Env, TaskMessage>;

const standIn = (context: AppLoadContext): Promise<void> =>
  standInForCron(context, context.now).catch((error: unknown) =>
    log("warning", "work of the cron not begun", { error: describeError(error) }),
  );

const answer = (request: Request, context: AppLoadContext): Promise<Response> =>
  checkAndRender(request, context)
    .catch((error: unknown) => failed(request, context, error))
    .finally(() => context.endHashingTurn?.());

/** A session or a booking that has just begun may be on the primary alone. */
function mayBeBehind({ status }: Response, { replica, cookies }: AppLoadContext): boolean {
  if (!replica) return false;
  const isElsewhere = status >= 300 && status < 400 && cookies.isLeft("session");
  return Boolean(replica.isBehind) || isElsewhere || status >= 400;
}

/** For a minute after a form, the pages of a diner are read where that form has arrived. */
function setBookmark({ method }: Request, { status }: Response, { replica, cookies }: AppLoadContext): void {
  if (!cookies.isLeft("session")) return;
  const mayHaveWritten = method === "POST" || (!replica && status >= 300 && status < 400);
  if (mayHaveWritten) cookies.set("bookmark", afterWrite);
  else if (replica && cookies.get("bookmark") === afterWrite) {
    const bookmark = replica.bookmark();
    if (bookmark && bookmark !== afterWrite) cookies.set("bookmark", bookmark);
  }
}

async function checkAndRender(request: Request, context: AppLoadContext): Promise<Response> {
  const tooLong = refuseLongAddress(request);
  if (tooLong) return showRefusal(request, tooLong, context);
  const redirect = redirectToCanonicalAddress(request, context.env);
  if (redirect) return redirect;
  const refused = refuseCrossSite(request, context) ?? refuseUnknownMethod(request);
  if (refused) return showRefusal(request, refused, context);
  const limited = await limitBody(request, {
    // Where the lookup fails, the route tells of it.
    isSignedIn: () => findSignedIn(context).then(Boolean, () => true),
    onPhotoTooLarge() {
      context.isPhotoTooLarge = true;
    },
  });
  if (limited instanceof Response) return showRefusal(request, limited, context);
  const { copy, readForm } = await copyForm(limited);
  const response = await withPageCache(request, context, () => render(cleanRequest(copy), context));
  if (response.status !== 500 || !wantsPage(request)) return response;
  return explainFailure(request, response, context, await readForm?.());
}

const wantsPage = ({ headers }: Request) => headers.get("Accept")?.includes("text/html") ?? false;

/** Where an action failed, its page with what was typed; where a route without a page failed, a page instead of bare text. */
async function explainFailure(
  request: Request,
  response: Response,
  context: AppLoadContext,
  failedForm: FormData | undefined,
): Promise<Response> {
  const { href, pathname, search } = new URL(request.url);
  const { headers } = request;
  if (failedForm) {
    const again = await render(cleanRequest(new Request(href, { headers })), { ...context, failedForm });
    if (isPage(again)) {
      const page = await refillForm(again, failedForm);
      if (page) return new Response(page.body, { status: 500, headers: page.headers });
    }
    if (isRedirect(again)) {
      setNotice(context, "failed");
      return again;
    }
  } else if (isPage(response)) return response;
  const failedPath = pathname + search;
  return render(new Request(new URL("/failed", href), { headers }), { ...context, failedForm, failedPath });
}

const isPage = ({ headers }: Response) => headers.get("Content-Type")?.startsWith("text/html") ?? false;

const isRedirect = ({ status }: Response) => status >= 300 && status < 400;

/** Remix handles errors of routes; this is for those before a route. */
function failed(request: Request, { requestId }: AppLoadContext, error: unknown): Response {
  const { pathname: path } = new URL(request.url);
  if (!request.signal.aborted) logError("request failed", error, { requestId, method: request.method, path });
  return new Response("Something went wrong on our side. Try again in a moment.", { status: 500 });
}

function refuseCrossSite(request: Request, { requestId }: { requestId: string }): Response | undefined {
  if (!isCrossSite(request)) return undefined;
  log("warning", "cross-site request refused", { requestId });
  return new Response(errorMessage(403).text, { status: 403 });
}

/** A page for browsers; programs get the sentence. */
async function showRefusal(request: Request, response: Response, context: AppLoadContext): Promise<Response> {
  if (![403, 413, 414].includes(response.status)) return response;
  if (!wantsPage(request)) return response;
  context.refusedWith = response.status;
  return render(new Request(new URL("/refused", request.url)), context);
}

const headersReadByRemix = ["Origin", "X-Forwarded-Host"];

/**
 * Removes what Remix fails on: a GET's body, and origins, which it compares itself and answers with 500. And `_data`, with
 * which it answers only what a loader returns, and which no page of ours asks for.
 */
function cleanRequest(original: Request): Request {
  const address = new URL(original.url);
  address.searchParams.delete("_data");
  const request = original.url.includes("_data") ? new Request(address, original) : original;
  const { url, method, headers, body } = request;
  if (body && (method === "GET" || method === "HEAD")) return new Request(url, { method, headers });
  if (!headersReadByRemix.some((name) => headers.has(name))) return request;
  const cleaned = new Request(request);
  for (const name of headersReadByRemix) cleaned.headers.delete(name);
  return cleaned;
}
