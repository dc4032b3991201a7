import type { AppLoadContext } from "@remix-run/cloudflare";
import { openDatabase } from "#app/db/client.server.ts";
import { type Cookies, openCookies } from "#app/http/cookies.ts";
import { readsReplica } from "#app/http/public-pages.ts";
import { homeZone, isTimeZone } from "#app/lib/dates.ts";
import { secondMs } from "#app/lib/time-units.ts";
import { limitDatabase, openReplica, type Replica } from "./db/client.server.ts";
import { createJobContext, type JobContext } from "./job-context.ts";

const countryNames = new Intl.DisplayNames("en", { type: "region" });

/** The location of the visitor, if Cloudflare knows it. */
interface Coordinates {
  latitude: number | undefined;
  longitude: number | undefined;
}

export interface RequestContext extends JobContext {
  now: Date;
  requestId: string;
  nonce: string;
  /** The visitor's time zone according to Cloudflare. */
  timeZone: string;
  coordinates: Coordinates;
  /** "Budapest, Hungary", if Cloudflare knows it. */
  place: string | null;
  /** The cookies of the request. New ones go with the response, even with a redirect or an error page. */
  cookies: Cookies;
  /** Set if the page can be read from a copy of the database; the primary answers what is not found there. */
  replica?: Replica | undefined;
  isCronAway?: boolean;
  /** Chosen with this request, for the page that answers it. */
  chosenEventId?: string;
  /** Set if the page exists but says less than it could. */
  isIncomplete?: true;
  /**
   * Set if a large photo came with the request. It is counted before it is read; if it is refused, the request continues
   * without it.
   */
  largePhoto?: { refusal: { message: string; init?: ResponseInit } | undefined };
  /** Set if the page that answers the request asks Cloudflare whether the visitor is human. */
  showsTurnstile?: true;
  /** Set for the page that is shown after a failure. */
  failure?: {
    /** The status of a request that was refused before its route. */
    status?: number;
    /** What was typed into the form whose action failed; the page shows it again. */
    form?: FormData | undefined;
    /** The path of a route without a page. */
    path?: string;
  };
  /** Set while the request can hash passwords; called once it is answered. */
  releaseHashingTurn?(): void;
  waitUntil(work: Promise<unknown>): void;
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestContext {}
}

export async function createContext(
  request: Request<unknown, IncomingRequestCfProperties>,
  env: Env,
  execution: Pick<ExecutionContext, "waitUntil">,
): Promise<AppLoadContext> {
  const timeZone = request.cf?.timezone;
  const cookies = await openCookies(request, env);
  const parts = createJobContext(env, "request");
  return {
    ...parts,
    now: new Date(),
    requestId: request.headers.get("cf-ray")?.slice(0, 64) ?? crypto.randomUUID(),
    nonce: crypto.randomUUID().replaceAll("-", ""),
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : homeZone,
    coordinates: readCoordinates(request.cf),
    place: describePlace(request.cf),
    cookies,
    isCronAway: false,
    replica: readsReplica(request) ? openReplica(parts.env.DB, cookies.get("bookmark")) : undefined,
    waitUntil: (work) => execution.waitUntil(work),
  };
}

const requestMs = 5 * secondMs;

/** For a page that is rendered again, on the primary or to explain a failure: the database gets the time that is left. */
export function limitRest(context: RequestContext, begunAt: Date): void {
  const leftMs = Math.max(secondMs, begunAt.getTime() + requestMs - Date.now());
  context.db = openDatabase(limitDatabase(context.env.DB, leftMs));
}

function readCoordinates(cf: IncomingRequestCfProperties | undefined): Coordinates {
  const [latitude, longitude] = [cf?.latitude, cf?.longitude].map((text) => Number.parseFloat(text ?? ""));
  const isKnown = Number.isFinite(latitude) && Number.isFinite(longitude);
  return isKnown ? { latitude, longitude } : { latitude: undefined, longitude: undefined };
}

function describePlace(cf: IncomingRequestCfProperties | undefined): string | null {
  const country = /^[A-Z]{2}$/.test(cf?.country ?? "") && countryNames.of(cf?.country as string);
  return [cf?.city, country].filter(Boolean).join(", ") || null;
}

/** Makes a lookup that the action and the loaders of one request share. */
export function oncePerRequest<Inputs extends unknown[], Result>(
  find: (context: AppLoadContext, ...inputs: Inputs) => Promise<Result>,
): typeof find {
  const known = new WeakMap<AppLoadContext, Promise<Result>>();
  return (context, ...inputs) => {
    const result = known.get(context) ?? find(context, ...inputs);
    known.set(context, result);
    // The page that is shown after a failure calls this again.
    result.catch(() => known.delete(context));
    return result;
  };
}
