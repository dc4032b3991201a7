import { sign } from "#app/lib/signatures.server.ts";

/** Works without signing in, at the times of the event, until it is revoked. */
export const hostPageUrl = (env: Env, hostLinkId: string) =>
  `${env.SITE_URL}/host/${hostLinkId}?${new URLSearchParams({ key: sign(env, "host link", hostLinkId) })}`;
