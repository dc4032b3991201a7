import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isCalendarFeed } from "#app/emails/links.server.ts";
import { calendarResponse, notFound } from "#app/http/responses.ts";
import { hourMs, secondMs } from "#app/lib/time-units.ts";
import { findFeed } from "#app/models/account/profiles.server.ts";
import { listCalendarEntries } from "#app/models/booking/bookings.server.ts";
import { club } from "#club";

/** Needs no sign-in, because calendar apps can't: the address is signed. */
export async function loader({ request, params: { file = "" }, context }: LoaderFunctionArgs) {
  const { db, env, now } = context;
  const userId = file.endsWith(".ics") ? file.slice(0, -".ics".length) : "";
  const salt = (await findFeed(db, userId))?.calendarSalt;
  if (!salt || !isCalendarFeed(request, userId, salt, env)) throw notFound();
  return calendarResponse(await listCalendarEntries(db, userId, now), request, now, {
    name: club.name,
    ttl: hourMs / secondMs,
  });
}
