/** `demo --tonight`: an event that begins in an hour, with everything made, to look at the pages of the evening. */

import { hostPageUrl } from "#app/emails/links.server.ts";
import { makeTables } from "#app/jobs/make-tables.server.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { findUser } from "#app/models/account/find-user.server.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import { listCities } from "#app/models/city/cities.server.ts";
import { addEvent } from "#app/models/event/events.server.ts";
import { addHostLink } from "#app/models/host/host-links.server.ts";
import { listVenues } from "#app/models/venue/venues.server.ts";
import { findCityFilter } from "#app/operations/city/city-inputs.ts";
import type { PlannedChange } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { notFoundError, refusedError } from "#app/operations/operation-error.ts";
import { formatLocalTime } from "#app/operations/times.ts";
import { demoDiner } from "./demo-diner.ts";

const tableCount = 3;

/** After the bookings made here, which take a millisecond each. */
const bookingEndsInMs = 1000;

interface Options {
  citySlug: string | undefined;
  /** Of an account that sits there too; the demo diner's otherwise. */
  dinerEmail: string | undefined;
  createDiners(
    context: OperationContext,
    count: number,
    options: { servedDiets: number[] },
  ): Promise<string[]>;
}

export async function planTonight(
  context: OperationContext,
  { citySlug, dinerEmail = demoDiner.email, createDiners }: Options,
): Promise<PlannedChange> {
  const { db, env, now } = context;
  const city = (await findCityFilter(context, citySlug)) ?? (await listCities(db))[0];
  if (!city) throw refusedError("There is no city yet: add one with city add.");
  const venues = await listVenues(db, city.id);
  // The one with most diets, so that nobody stays on standby.
  const venue = venues.toSorted((a, b) => b.diets.length - a.diets.length)[0];
  if (!venue) throw refusedError(`${city.name} has no venue yet: add one with venue add.`);
  const known = await findUser(db, dinerEmail);
  if (!known && dinerEmail !== demoDiner.email)
    throw notFoundError(
      `Nobody has an account with ${dinerEmail}: sign up at ${env.SITE_URL}/register first.`,
    );
  const date = new Date(Math.ceil((now.getTime() + hourMs) / minuteMs) * minuteMs);
  const when = `${formatLocalTime(date, city.timeZone)} at ${venue.name}`;
  return {
    summary: `create an event at ${when} with ${tableCount * tableSize} made-up diners, and make its tables`,
    async apply() {
      const closesAt = new Date(now.getTime() + bookingEndsInMs);
      const eventId = await addEvent(db, {
        cityId: city.id,
        date,
        closesAt,
        venues: [{ venueId: venue.id, tables: tableCount }],
      });
      if (!eventId) throw refusedError(`${city.name} has an event at that minute: try again in a minute.`);
      const isBooked = known && (await book(db, { userId: known.id, eventId, now }));
      const others = await createDiners(context, tableCount * tableSize - (isBooked ? 1 : 0), {
        servedDiets: venue.diets,
      });
      for (const [i, userId] of others.entries())
        await book(db, { userId, eventId, now: new Date(now.getTime() + i + 1) });
      await makeTables.run({ db, env }, eventId, closesAt, { isRetry: false });
      const linkId = await addHostLink(db, { eventId, venueId: venue.id, email: null, now });
      const booked = await listEventBookings(db, eventId);
      const seated = booked.filter(({ confirmed }) => confirmed);
      const own = booked.find(({ userId }) => userId === known?.id);
      const hostUrl = hostPageUrl(env, linkId);
      const dinerUrl = own && `${env.SITE_URL}/dashboard/bookings/${own.id}`;
      const lines = [
        `Made ${when}, with ${seated.length} diners: npm run ops -- table show ${eventId.slice(0, 8)} 1${context.folderOption}`,
        `The host’s page: ${hostUrl}`,
        dinerUrl
          ? `The page of ${dinerEmail}: ${dinerUrl}`
          : `${dinerEmail} isn’t there: they have another dinner at that time, or the quiz isn’t done.`,
        `As if an hour had passed, record that all came: npm run ops -- attendance ${eventId.slice(0, 8)} --all-came --now ${new Date(date.getTime() + hourMs).toISOString()} --yes${context.folderOption}`,
      ];
      return {
        message: lines.join("\n"),
        data: {
          eventId,
          venueId: venue.id,
          date,
          diners: seated.length,
          hostUrl,
          dinerUrl: dinerUrl ?? null,
        },
      };
    },
  };
}
