import { isSignatureValid, sign } from "./signature.server.ts";

const purpose = "unsubscribe";

/** For whoever reads a mail that is not about their seat alone. It holds for ever, and does nothing else. */
export const unsubscribeLink = (env: Env, to: string) =>
  `${env.SITE_URL}/unsubscribe?${new URLSearchParams({ to, key: sign(env, purpose, to) })}`;

/** The address that a link like that names, if we wrote it. */
export function readUnsubscribeLink(request: Request, env: Env): string | undefined {
  const { searchParams } = new URL(request.url);
  const to = searchParams.get("to") ?? "";
  return isSignatureValid(env, searchParams.get("key"), purpose, to) ? to : undefined;
}
