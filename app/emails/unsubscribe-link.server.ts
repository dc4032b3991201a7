import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";

const use = "unsubscribe link";

/** Works without signing in, as long as the booking exists. Names no address, since web servers log links. */
export const unsubscribeLink = (env: Env, bookingId: string) =>
  `${env.SITE_URL}/unsubscribe?${new URLSearchParams({ booking: bookingId, key: sign(env, use, bookingId) })}`;

/** The booking in the link, if its signature is valid. */
export function readUnsubscribeLink(request: Request, env: Env): string | undefined {
  const { searchParams } = new URL(request.url);
  const bookingId = searchParams.get("booking") ?? "";
  return isSignatureValid(env, searchParams.get("key"), use, bookingId) ? bookingId : undefined;
}
