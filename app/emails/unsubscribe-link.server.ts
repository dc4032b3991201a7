import type { AppLoadContext } from "@remix-run/cloudflare";
import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";
import { findLinkSalt } from "#app/models/booking/bookings.server.ts";
import { withSalt } from "./booking-links.server.ts";

const use = "unsubscribe link";

/** Works without signing in, as long as the booking exists and its diner has this address. Names no address, since web servers log links. */
export const unsubscribeLink = (env: Env, bookingId: string, linkSalt?: string | null) =>
  `${env.SITE_URL}/unsubscribe?${new URLSearchParams({ booking: bookingId, key: sign(env, use, ...withSalt([bookingId], linkSalt)) })}`;

/** The booking in the link, if its signature is valid. */
export async function readUnsubscribeLink(
  request: Request,
  { env, db }: Pick<AppLoadContext, "env" | "db">,
): Promise<string | undefined> {
  const { searchParams } = new URL(request.url);
  const bookingId = searchParams.get("booking") ?? "";
  const parts = withSalt([bookingId], await findLinkSalt(db, bookingId));
  return isSignatureValid(env, searchParams.get("key"), use, ...parts) ? bookingId : undefined;
}
