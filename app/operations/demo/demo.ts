import * as z from "zod";
import { hostPageUrl } from "#app/emails/links.server.ts";
import { makeTables } from "#app/jobs/make-tables.server.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { findUser } from "#app/models/account/users.server.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import { listCities } from "#app/models/city/cities.server.ts";
import { addDemoDiners, listDemoQuestions } from "#app/models/demo/demo-diners.server.ts";
import { addEvent, type EventDetails, listEvents } from "#app/models/event/events.server.ts";
import { addHostLink } from "#app/models/host/host-links.server.ts";
import { listVenues } from "#app/models/venue/venues.server.ts";
import { describeEvent, findEventByPrefix, getEventState } from "#app/operations/event/find-event.ts";
import { cityFilterOption, citySlug, findCityFilter, id, wholeNumber } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type EventState,
  notFoundError,
  type OperationContext,
  type PlannedChange,
  refusedError,
  usageError,
} from "#app/operations/operation.ts";
import { formatLocalTime, plural } from "#app/operations/words.ts";
import { createDemoDiner, demoDiner } from "./demo-diner.ts";

const batchSize = 50;

const localOnlyReason = "demo works on a local club only: a deployed club has real diners.";

export const demo = defineOperation({
  verb: "demo",
  description:
    "Creates made-up diners with quiz answers, and books the next open event for as many as it has seats; or with --tonight, an event to look at. Local only.",
  example: "demo --diners 40",
  concerns: "nobody",
  computerReason: "only a local club has people who do not exist",
  options: {
    diners: ["<number>", "how many diners"],
    city: cityFilterOption,
    event: ["<id>", "book this event instead"],
    tonight: "an event that begins in an hour, with tables, a host’s page and a diner’s page",
    diner: ["<email>", "with --tonight: this diner of yours sits there, instead of the demo diner"],
  },
  changesData: true,
  localOnlyReason,
  input: z.object({
    diners: wholeNumber(1, 5_000).optional(),
    city: citySlug.optional(),
    event: id.optional(),
    tonight: z.boolean().default(false),
    diner: id.optional(),
  }),
  async run(context, { diners: dinerCount, city: slug, event: prefix, tonight, diner }) {
    if (context.env.APP_ENV !== "local") throw refusedError(localOnlyReason);
    if (tonight && (dinerCount !== undefined || prefix))
      throw usageError("Use --tonight without --diners and --event.");
    if (diner && !tonight) throw usageError("Use --diner only with --tonight.");
    if (tonight) return planTonight(context, { citySlug: slug, dinerEmail: diner, createDiners });
    if (dinerCount === undefined) throw usageError("Name how many with --diners, or use --tonight.");
    if (prefix && slug) throw usageError("Use either --event or --city.");
    const city = await findCityFilter(context, slug);
    const event = prefix
      ? await findEventByPrefix(context, prefix)
      : await findNextOpenEvent(context, city?.id);
    if (!event) throw refusedError("No event is open for booking: add one with event add.");
    const state = getEventState(event, context.now);
    if (state !== "open") throw refusedError(`${describeEvent(event)} ${unbookable[state]}.`);
    const bookingCount = Math.min(dinerCount, event.capacity - event.taken);
    return {
      summary: `create ${plural(dinerCount, "diner")} and book ${describeEvent(event)} for ${bookingCount} of them`,
      async apply() {
        const ids = await createDiners(context, dinerCount);
        const booked = await bookForDiners(context, event, ids.slice(0, bookingCount));
        const message = `Created ${plural(dinerCount, "diner")}; ${booked} of them booked ${describeEvent(event)}. To see its tables, end booking: npm run ops -- event close ${event.id}${context.folderOption}`;
        return { message, data: { diners: dinerCount, booked, eventId: event.id } };
      },
    };
  },
});

const unbookable: Record<Exclude<EventState, "open">, string> = {
  canceled: "is canceled",
  past: "is in the past",
  "tables made": "can’t be booked: its tables are made",
  closed: "can’t be booked: its booking has ended",
  "not available": "can’t be booked: it is not available",
  full: "is full",
};

const findNextOpenEvent = async ({ db, now }: OperationContext, cityId: string | undefined) =>
  (await listEvents(db, { now, cityId })).find((event) => getEventState(event, now) === "open");

async function createDiners(
  { db, now, showProgress }: OperationContext,
  count: number,
  options: Parameters<typeof createDemoDiner>[2] = {},
): Promise<string[]> {
  const questions = await listDemoQuestions(db);
  const diners = Array.from({ length: count }, () => createDemoDiner(questions, now, options));
  const progressBar = showProgress("Creating diners", count);
  for (let done = 0; done < count; done += batchSize) {
    await addDemoDiners(db, diners.slice(done, done + batchSize), now);
    progressBar.update(Math.min(done + batchSize, count));
  }
  progressBar.end();
  return diners.map(({ id }) => id);
}

async function bookForDiners(
  { db, now, showProgress }: OperationContext,
  event: EventDetails,
  ids: string[],
): Promise<number> {
  const progressBar = showProgress("Booking", ids.length);
  let booked = 0;
  for (const [i, userId] of ids.entries()) {
    // Bookings made in the same millisecond would have no order.
    const bookedAt = new Date(now.getTime() + i);
    if (await book(db, { userId, eventId: event.id, now: bookedAt })) booked++;
    progressBar.update(i + 1);
  }
  progressBar.end();
  return booked;
}

/** `demo --tonight`: an event that begins in an hour, with everything ready, for looking at the pages of the evening. */

const tableCount = 3;

/** Booking ends after the bookings that are made here, which take a millisecond each. */
const bookingEndsInMs = 1000;

interface Options {
  citySlug: string | undefined;
  /** The email of an account that also sits there; the demo diner's otherwise. */
  dinerEmail: string | undefined;
  createDiners(
    context: OperationContext,
    count: number,
    options: { servedDiets: number[] },
  ): Promise<string[]>;
}

async function planTonight(
  context: OperationContext,
  { citySlug, dinerEmail = demoDiner.email, createDiners }: Options,
): Promise<PlannedChange> {
  const { db, env, now } = context;
  const city = (await findCityFilter(context, citySlug)) ?? (await listCities(db))[0];
  if (!city) throw refusedError("There is no city yet: add one with city add.");
  const venues = await listVenues(db, city.id);
  // The venue with the most diets, so that nobody stays on standby.
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
      const dinerUrl = own?.confirmed && `${env.SITE_URL}/dashboard/bookings/${own.id}`;
      const lines = [
        `Made ${when}, with ${seated.length} diners: npm run ops -- table show ${eventId.slice(0, 8)} 1${context.folderOption}`,
        `Open the desk, at the address that npm start prints: its first page, Tonight, shows these tables.`,
        `The host’s page: ${hostUrl}`,
        dinerUrl
          ? `The page of ${dinerEmail}: ${dinerUrl}`
          : own
            ? `${dinerEmail} has booked, but has no seat there: ${venue.name} doesn’t suit their answers, or they avoid too many others.`
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
          dinerUrl: dinerUrl || null,
        },
      };
    },
  };
}
