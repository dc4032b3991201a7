import { createCookie, createCookieSessionStorage } from "@remix-run/cloudflare";
import { type CookieName, keptCookies } from "#app/lib/privacy/kept-times.ts";
import { listKeys } from "#app/lib/signatures.server.ts";

export const cookieNames = Object.keys(keptCookies) as CookieName[];

const lifetimeSeconds = (name: CookieName) => keptCookies[name].ms / 1_000;

export interface Cookies {
  get(name: CookieName): string | undefined;
  /** The last value counts, because several loaders of a page can each set it. */
  set(name: CookieName, value: string, maxAgeSeconds?: number): void;
  delete(name: CookieName): void;
  /** Whether the browser has the cookie after the response. */
  isLeft(name: CookieName): boolean;
  /** The lines for the response. */
  serialize(): Promise<string[]>;
}

type CookieRequest = Pick<Request, "url" | "headers">;

export const isSecure = ({ url }: Pick<Request, "url">) => new URL(url).protocol === "https:";

/** Browsers accept a __Host- cookie only over TLS, which a local club does not have. */
export const cookieName = (request: Pick<Request, "url">, name: string) =>
  isSecure(request) ? `__Host-${name}` : name;

const cookieOptions = (request: Pick<Request, "url">, name: CookieName) =>
  ({
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(request),
    maxAge: lifetimeSeconds(name),
  }) as const;

export async function openCookies(request: CookieRequest, env: Env): Promise<Cookies> {
  const describe = (name: CookieName) =>
    createCookie(cookieName(request, name), {
      ...cookieOptions(request, name),
      secrets: listSecrets(env, name),
    });
  const received = await readCookies(request.headers.get("Cookie"), describe);
  const changes = new Map<CookieName, { value: string; maxAge: number }>();
  return {
    get: (name) => received.get(name),
    set(name, value, maxAge = lifetimeSeconds(name)) {
      changes.set(name, { value, maxAge });
    },
    delete(name) {
      changes.set(name, { value: "", maxAge: 0 });
    },
    isLeft: (name) => Boolean(changes.get(name)?.value ?? received.get(name)),
    serialize: () =>
      Promise.all(
        [...changes].map(([name, { value, maxAge }]) => describe(name).serialize(value, { maxAge })),
      ),
  };
}

/** The secrets of cookies whose content is shown. */
function listSecrets(env: Env, name: CookieName): string[] {
  if (name === "emailed") return listKeys(env, "emailed address");
  return name === "tonight" ? listKeys(env, "tonight") : [];
}

type Describe = (name: CookieName) => ReturnType<typeof createCookie>;

/** Skips the cookie of remix-auth's flow, which reads its own. */
async function readCookies(header: string | null, describe: Describe): Promise<Map<CookieName, string>> {
  const received = new Map<CookieName, string>();
  if (!header) return received;
  for (const name of cookieNames) {
    // Most requests have few of the cookies, and deriving keys takes long.
    if (name === "auth" || !header.includes(`${name}=`)) continue;
    // Remix throws if a signature is not base64, and accepts any JSON.
    const value: unknown = await describe(name)
      .parse(header)
      .catch(() => null);
    if (typeof value === "string" && value) received.set(name, value);
  }
  return received;
}

/** Stores remix-auth's state of a sign-in that is under way; sessions are in the database. */
export const createFlowStorage = (request: Request, env: Env) =>
  createCookieSessionStorage({
    cookie: {
      ...cookieOptions(request, "auth"),
      name: cookieName(request, "auth"),
      secrets: listKeys(env, "auth cookie"),
    },
  });
