import { isSignatureValid, sign } from "./signature.server.ts";

const purpose = "unsubscribe";

/** Works without signing in, for ever. */
export const unsubscribeLink = (env: Env, to: string) =>
  `${env.SITE_URL}/unsubscribe?${new URLSearchParams({ to, key: sign(env, purpose, to) })}`;

/** The address in the link, if its signature is valid. */
export function readUnsubscribeLink(request: Request, env: Env): string | undefined {
  const { searchParams } = new URL(request.url);
  const to = searchParams.get("to") ?? "";
  return isSignatureValid(env, searchParams.get("key"), purpose, to) ? to : undefined;
}
