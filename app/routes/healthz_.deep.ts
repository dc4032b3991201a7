import { timingSafeEqual } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readNetwork } from "#app/http/network.ts";
import { notFound, tooManyRequests } from "#app/http/responses.ts";
import { commandForProblem, isHealthSecretShort, shortHealthSecret } from "#app/lib/health.ts";
import { describeError, log } from "#app/log.ts";
import { usualSignUpsInHour } from "#app/models/account/sign-up.server.ts";
import { findProblems } from "#app/models/health/problems.server.ts";

/** For a monitor that has the secret: 200 while all is well, 503 with the problems otherwise. */
export async function loader({ request, context: { env, db, now } }: LoaderFunctionArgs) {
  if (isHealthSecretShort(env.HEALTH_SECRET))
    log("error", "health secret too short", { detail: shortHealthSecret });
  if (!env.HEALTH_SECRET || isHealthSecretShort(env.HEALTH_SECRET)) throw notFound();
  if (request.headers.has("Authorization") && !(await mayGuess(request, env)))
    return Response.json({ status: "too many attempts" }, tooManyRequests(60));
  if (!hasSecret(request, env.HEALTH_SECRET)) {
    const headers = { "WWW-Authenticate": 'Basic realm="health", charset="UTF-8"' };
    return Response.json({ status: "unauthorized" }, { status: 401, headers });
  }
  const found = await findProblems(db, now, usualSignUpsInHour(env)).catch((error) => {
    log("warning", "health not known", { error: describeError(error) });
    return [{ name: "database unreachable", detail: "The database did not answer" }];
  });
  const problems = found.filter((problem) => !("isSlow" in problem));
  const isWell = problems.length === 0;
  return Response.json(
    {
      status: isWell ? "ok" : "problems",
      problems: problems.map((problem) => ({
        ...problem,
        command: commandForProblem(problem.name, env.SITE_URL),
      })),
    },
    { status: isWell ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}

/** Counted before the secret is compared, and separately from sign-ins from the monitor's network. */
async function mayGuess(request: Request, { SIGN_IN_LIMIT }: Env): Promise<boolean> {
  const { success } = await SIGN_IN_LIMIT.limit({ key: `health ${readNetwork(request)}` });
  return success;
}

/** Accepts a bearer token, or the password of basic authentication, which more monitors can send. */
function hasSecret(request: Request, secret: string): boolean {
  const [, scheme = "", value = ""] =
    /^(bearer|basic) +(.*)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  const given = scheme.toLowerCase() === "basic" ? readPassword(value) : value;
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const readPassword = (encoded: string) => {
  const pair = Buffer.from(encoded, "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
};
