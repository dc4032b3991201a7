import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";

const use = "host link";

/** Works without signing in, at the times of the event, until it is revoked. */
export const hostPageUrl = (env: Env, hostLinkId: string) =>
  `${env.SITE_URL}/host/${hostLinkId}?${new URLSearchParams({ key: sign(env, use, hostLinkId) })}`;

/** Costs no call of the database, so guessing is cheap to refuse. */
export const isHostLink = (request: Request, hostLinkId: string, env: Env): boolean =>
  isSignatureValid(env, new URL(request.url).searchParams.get("key"), use, hostLinkId);
