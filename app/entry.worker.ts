import * as build from "virtual:remix/server-build";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { refuseTooOften } from "#app/auth/guards.server.ts";
import { findSignedIn, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { copyForm, explainFailure, showRefusal, wantsPage } from "#app/http/forms.ts";
import { withPageCache } from "#app/http/public-pages.ts";
import {
  cleanRequest,
  completeMethodRefusal,
  isCrossSite,
  limitBody,
  redirectToCanonicalAddress,
  refuseBrokenAddress,
  refuseUnknownMethod,
} from "#app/http/request-rules.ts";
import { setSecurityHeaders } from "#app/http/responses.ts";
import { createIndexedRequestHandler } from "#app/http/route-index.ts";
import { runCron, standInForCron, tick, tickJob } from "#app/jobs/run-cron.server.ts";
import { errorMessage, imageErrors } from "#app/lib/error-messages.ts";
import { afterWrite } from "./db/client.server.ts";
import { createJobContext } from "./job-context.ts";
import { parkDeadTask, runTask, type TaskMessage } from "./jobs/tasks.server.ts";
import { createContext, limitRest } from "./load-context.ts";
import { describeError, log, logError } from "./log.ts";

const handle = createIndexedRequestHandler(build);

/** Also renders pages that are renewed after their response. */
async function render(request: Request, context: AppLoadContext): Promise<Response> {
  const response = await handle(cleanRequest(request), context);
  if (context.isCronAway) context.waitUntil(standIn(context));
  context.isCronAway = false;
  return response;
}

export default {
  async fetch(request, env, execution) {
    let context = await createContext(request, env, execution);
    let response = await answer(request, context);
    if (mayBeBehind(response, context)) {
      const { requestId, now } = context;
      context = { ...(await createContext(request, env, execution)), requestId, replica: undefined };
      limitRest(context, now);
      response = await answer(request, context);
    }
    if (response.status === 405) response = completeMethodRefusal(response);
    if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
    setBookmark(request, response, context);
    for (const cookie of await context.cookies.serialize()) response.headers.append("Set-Cookie", cookie);
    response.headers.set("X-Request-Id", context.requestId);
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
    .finally(() => context.releaseHashingTurn?.());

/** The primary alone may have a session or a booking that has just begun. */
function mayBeBehind({ status }: Response, { replica, cookies }: AppLoadContext): boolean {
  if (!replica) return false;
  const isElsewhere = status >= 300 && status < 400 && cookies.isLeft("session");
  return Boolean(replica.isBehind) || isElsewhere || status >= 400;
}

/** For a minute after a form, a diner's pages read a database that already has the change. */
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
  if (isOutsideDesk(request, context.env)) return new Response(null, { status: 404 });
  const broken = refuseBrokenAddress(request);
  if (broken) return showRefusal(request, broken, context, render);
  const redirect = redirectToCanonicalAddress(request, context.env);
  if (redirect) return redirect;
  const refused = refuseCrossSite(request, context) ?? refuseUnknownMethod(request);
  if (refused) return showRefusal(request, refused, context, render);
  let tooLong: Request | undefined;
  const limited = await limitBody(request, {
    onFormTooLong(form) {
      tooLong = form;
    },
    checkSender: () => checkPhotoSender(context),
    onPhotoTooLarge() {
      context.largePhoto = { refusal: { message: imageErrors.size, init: { status: 413 } } };
    },
  });
  if (limited instanceof Response) return showRefusal(request, limited, context, render, tooLong);
  const { copy, readForm } = await copyForm(limited);
  const response = await withPageCache(request, context, build.assets.version, () => render(copy, context));
  if (response.status !== 500 || !wantsPage(request)) return response;
  limitRest(context, context.now);
  return explainFailure(request, response, context, render, await readForm?.());
}

/** An operator's computer that runs the desk of a deployed club serves nothing else of it. */
const isOutsideDesk = ({ url }: Request, { APP_ENV, DESK_TOKEN }: Env): boolean =>
  APP_ENV !== "local" && DESK_TOKEN !== undefined && !/^\/desk(\/|$)/.test(new URL(url).pathname);

/** Checks in one round trip who sends a photo and whether they are allowed to. If that fails, the route reports it. */
async function checkPhotoSender(context: AppLoadContext) {
  try {
    const [session, refusal] = await Promise.all([
      findSignedIn(context),
      refuseTooOften(context, userIdIfSignedIn(context), "photo"),
    ]);
    if (!session) return "signed out";
    context.largePhoto = { refusal };
    return refusal ? "refused" : "allowed";
  } catch {
    return "allowed";
  }
}

/** Remix handles errors of routes; this handles errors before a route. */
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
