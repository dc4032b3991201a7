import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isCalendarFeed } from "#app/emails/links.server.ts";
import { calendarFeedResponse, notFound } from "#app/http/responses.ts";
import { findCalendarSalt } from "#app/models/account/profiles.server.ts";
import { listCalendarEntries } from "#app/models/booking/bookings.server.ts";

/** Needs no sign-in, because calendar apps can't: the address is signed. */
export async function loader({ request, params: { file = "" }, context }: LoaderFunctionArgs) {
  const { db, env, now } = context;
  const userId = file.endsWith(".ics") ? file.slice(0, -".ics".length) : "";
  const salt = await findCalendarSalt(db, userId);
  if (salt === null || !isCalendarFeed(request, userId, salt, env)) throw notFound();
  return calendarFeedResponse(await listCalendarEntries(db, userId, now), request, now);
}
