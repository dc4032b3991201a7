import * as z from "zod";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import { addEvent, closeEvent, hasEventAt, listEvents, maxListed } from "#app/models/event/events.server.ts";
import {
  cityFilterOption,
  cityOption,
  citySlug,
  findCityFilter,
  findCityOrOnlyOne,
} from "#app/operations/city/city-inputs.ts";
import { id, wholeNumber } from "#app/operations/inputs.ts";
import { defineOperation, type Noun } from "#app/operations/operation.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { formatLocalTime, nameTimes } from "#app/operations/times.ts";
import {
  findVenueTables,
  movedVenueError,
  nameVenues,
  venueOption,
  wantedVenues,
} from "#app/operations/venue/venue-tables.ts";
import { plural, shortId, tellCut } from "#app/operations/words.ts";
import { cancelEventOperation } from "./cancel-event.ts";
import { editEventOperation } from "./edit-event.ts";
import { newEventFields, newEventOptions, readNewEvent } from "./event-fields.ts";
import { eventVenuesOperation } from "./event-venues.ts";
import { describeEvent, findEventByPrefix, getEventState, toEventData } from "./find-event.ts";
import { describeOverlaps } from "./overlaps.ts";
import { describeStandby, showEvent } from "./show-event.ts";

const listOperation = defineOperation({
  verb: "list",
  description:
    "Lists events to come, the next first, with their bookings and why diners are on standby; without those that are canceled.",
  example: "event list --city vienna --limit 10",
  concerns: "nobody",
  options: {
    city: cityFilterOption,
    past: "those that are over or canceled instead, the latest first",
    limit: ["<number>", "how many to list, 50 by default"],
  },
  input: z.object({
    city: citySlug.optional(),
    past: z.boolean().default(false),
    limit: wholeNumber(1, maxListed).default(50),
  }),
  async run(context, { city: slug, past, limit }) {
    const { db, now } = context;
    const city = await findCityFilter(context, slug);
    const found = await listEvents(db, { now, cityId: city?.id, isPast: past, limit: limit + 1 });
    const events = found.slice(0, limit);
    const showsCity = !city && events.some((event) => event.hasSeveralCities);
    const data = events.map((event) => ({ ...toEventData(event), state: getEventState(event, now) }));
    const rows = data.map((event) => [
      shortId(event.id),
      formatLocalTime(event.date, event.timeZone),
      ...(showsCity ? [event.cityName] : []),
      nameVenues(event.venues),
      event.capacity,
      event.bookings.seated,
      describeStandby(event.bookings),
      event.bookings.pending,
      event.bookings.canceled,
      event.state,
      formatLocalTime(event.closesAt, event.timeZone),
    ]);
    const headings = [
      ...["id", nameTimes("time", events), ...(showsCity ? ["city"] : []), "venue", "capacity"],
      ...["seated", "standby", "pending", "canceled", "state", "booking ends"],
    ];
    const empty = past ? "No event is over or canceled." : "No upcoming event: add one with event add.";
    const table = { headings, rows, empty, advice: "name a city with --city" };
    return { message: [table, ...tellCut(found, limit)], data };
  },
});

const addOperation = defineOperation({
  verb: "add",
  description: "Adds an event to a city. By default, diners can book it until two days before.",
  example: 'event add --at "2026-12-04 19:00" --venue 3f2a91bc=4 --venue 77aa01fe=6',
  options: { city: cityOption, ...newEventOptions, venue: venueOption },
  changesData: true,
  concerns: "nobody",
  input: newEventFields.extend({ city: citySlug.optional(), venue: wantedVenues }),
  async run(context, { city: slug, venue: wanted, ...typed }) {
    const { db, now } = context;
    const city = await findCityOrOnlyOne(context, slug);
    const { timeZone } = city;
    const venues = await findVenueTables(context, city, wanted);
    const fields = readNewEvent(typed, timeZone, now);
    const { date } = fields;
    const duplicateError = () => refusedError(`There is already an event in ${city.name} at that time.`);
    if (await hasEventAt(db, city.id, date)) throw duplicateError();
    const place = (await hasSeveralCities(db)) ? `in ${city.name} at ` : "at ";
    const what = `${formatLocalTime(date, timeZone)} ${place}${nameVenues(venues)}`;
    const tables = venues.reduce((sum, venue) => sum + venue.tables, 0);
    const overlaps = await describeOverlaps(context, {
      date,
      venueIds: venues.map(({ venueId }) => venueId),
    });
    return {
      summary: `add an event on ${what} with ${plural(tables, "table")}${overlaps ? `; ${overlaps}` : ""}`,
      needsConfirmation: overlaps !== undefined,
      canBeUndone: true,
      async apply() {
        const eventId = await addEvent(db, {
          cityId: city.id,
          ...fields,
          venues: venues.map((venue) => ({ venueId: venue.venueId, tables: venue.tables })),
        });
        if (!eventId) throw (await hasEventAt(db, city.id, date)) ? duplicateError() : movedVenueError(city);
        return { message: `Added ${what}: ${eventId}`, data: { id: eventId } };
      },
    };
  },
});

const closeOperation = defineOperation({
  verb: "close",
  arguments: "<event>",
  description: "Ends booking now. The cron makes the tables within a minute.",
  example: "event close 3f2a91bc",
  concerns: "nobody",
  changesData: true,
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventByPrefix(context, prefix);
    const state = getEventState(event, context.now);
    const closedError = () => refusedError(`Booking for ${describeEvent(event)} has already ended.`);
    if (event.closesAt <= context.now || event.canceledAt) throw closedError();
    return {
      summary: `end booking for ${describeEvent(event)}, which is ${state} with ${plural(event.taken, "seat")} taken`,
      needsConfirmation: true,
      async apply() {
        if (!(await closeEvent(context.db, event.id, context.now))) throw closedError();
        return { message: `Booking for ${describeEvent(event)} has ended.`, data: { id: event.id } };
      },
    };
  },
});

export const event: Noun = {
  description: "Events: when and where dinners take place.",
  operations: [
    listOperation,
    showEvent,
    addOperation,
    editEventOperation,
    eventVenuesOperation,
    closeOperation,
    cancelEventOperation,
  ],
};
