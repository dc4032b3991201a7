import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { createRemoteJWKSet, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { hashToken } from "#app/auth/device.server.ts";
import { isLoopback } from "#app/auth/guards.server.ts";
import { notFound } from "#app/http/responses.ts";
import {
  type DeskSettings,
  findOperator,
  type Operator,
  type Role,
  readDeskSettings,
} from "#app/lib/desk-settings.ts";
import { oncePerRequest } from "#app/load-context.ts";
import { log, logError } from "#app/log.ts";

/** Answers 404 to everybody whom club.toml does not name, so that nobody learns whether there is a desk. */
export async function requireOperator(request: Request, context: AppLoadContext): Promise<Operator> {
  const { DESK_TOKEN, DESK_OPERATOR = "owner" } = context.env;
  if (DESK_TOKEN) {
    requireToken(request, DESK_TOKEN);
    return { name: DESK_OPERATOR, role: "owner" };
  }
  const operator = await findByAssertion(context, request);
  if (!operator) throw notFound();
  return operator;
}

/** On their own computer, and in club.toml there is no other owner. */
export const isOnlyOwner = ({ DESK_TOKEN, DESK }: Env): boolean =>
  DESK_TOKEN !== undefined && (readDeskSettings(DESK)?.owner.length ?? 0) < 2;

const ranks: Record<Role, number> = { door: 0, city: 1, owner: 2 };

export const hasRank = ({ role }: Operator, needed: Role): boolean => ranks[role] >= ranks[needed];

/** A page that somebody may not open does not exist for them. */
export async function requireRole(
  request: Request,
  context: AppLoadContext,
  needed: Role,
): Promise<Operator> {
  const operator = await requireOperator(request, context);
  if (!hasRank(operator, needed)) throw notFound();
  return operator;
}

/** The cities of which somebody sees people and places; undefined for all of them. */
export const citySlugsOf = ({ role, cities }: Operator): readonly string[] | undefined =>
  role === "owner" ? undefined : cities;

const cookieName = "desk";

/** On the operator's own computer. The token comes once in the address, and then in a cookie. */
function requireToken(request: Request, token: string): void {
  const url = new URL(request.url);
  if (!isLoopback(url.hostname)) throw notFound();
  const given = url.searchParams.get("token");
  if (given !== null) {
    if (hashToken(given) !== hashToken(token)) throw notFound();
    url.searchParams.delete("token");
    const cookie = `${cookieName}=${token}; Path=/desk; HttpOnly; SameSite=Strict`;
    throw redirect(url.pathname + url.search, { headers: { "Set-Cookie": cookie } });
  }
  const cookies = request.headers.get("Cookie")?.split(/; */) ?? [];
  const own = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  if (own === undefined || hashToken(own) !== hashToken(token)) throw notFound();
}

/** The Worker checks what Cloudflare Access says of each request, whatever stands in front of it. */
const findByAssertion = oncePerRequest(
  async ({ env, requestId }, request: Request): Promise<Operator | undefined> => {
    const settings = readDeskSettings(env.DESK);
    const assertion = request.headers.get("Cf-Access-Jwt-Assertion");
    if (!settings || !assertion) return undefined;
    const email = await verifyAssertion(settings, assertion).catch((error: unknown) => {
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
        log("warning", "desk refused", { requestId, reason: error.code });
        return undefined;
      }
      logError("the keys of Cloudflare Access were not read", error, { requestId });
      throw new Response(null, { status: 503, statusText: "Service Unavailable" });
    });
    return email === undefined ? undefined : findOperator(settings, email);
  },
);

const cooldownMs = 30_000;

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** Of this isolate. An unknown key id reads them again, at most every half minute. */
const keysByTeam = new Map<string, Keys>();

function keysOf(team: string): Keys {
  const known =
    keysByTeam.get(team) ??
    createRemoteJWKSet(new URL("/cdn-cgi/access/certs", team), {
      timeoutDuration: 5_000,
      cooldownDuration: cooldownMs,
      cacheMaxAge: 600_000,
    });
  keysByTeam.set(team, known);
  return known;
}

/** When an unknown key id last led to a question for newer keys. */
const askedForNewer = new Map<string, number>();

/** Many requests at once would each ask, because the library can't share an answer among the requests of a Worker. */
function checkKeyId(team: string, assertion: string): void {
  const known = keysOf(team).jwks()?.keys;
  const kid = readKeyId(assertion);
  if (!known || kid === null || known.some((key) => key.kid === kid)) return;
  const now = Date.now();
  if (now - (askedForNewer.get(team) ?? 0) < cooldownMs) throw new errors.JWKSNoMatchingKey();
  askedForNewer.set(team, now);
}

/** Null if it is no assertion at all, which is refused without a key. */
function readKeyId(assertion: string): string | undefined | null {
  try {
    return decodeProtectedHeader(assertion).kid;
  } catch {
    return null;
  }
}

/** Service tokens have no email address, and open nothing. */
async function verifyAssertion(
  { team, audience }: DeskSettings,
  assertion: string,
): Promise<string | undefined> {
  checkKeyId(team, assertion);
  const { payload } = await jwtVerify<{ email?: unknown }>(assertion, keysOf(team), {
    issuer: team,
    audience,
    algorithms: ["RS256"],
    requiredClaims: ["exp", "iat"],
    clockTolerance: 30,
  });
  return typeof payload.email === "string" ? payload.email : undefined;
}
