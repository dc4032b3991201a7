import * as z from "zod";
import { planEvents } from "#app/jobs/jobs.server.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { typeAmount } from "#app/lib/price.ts";
import { countClashes } from "#app/models/booking/event-bookings.server.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import {
  addEvent,
  cancelEvent,
  closeEvent,
  editEvent,
  hasEventAt,
  listEvents,
  maxListed,
} from "#app/models/event/events.server.ts";
import { countUnopenedEvents, listSchedulesToPlan } from "#app/models/event/schedules.server.ts";
import {
  cityFilterOption,
  cityOption,
  citySlug,
  findCityFilter,
  findCityOrOnlyOne,
  id,
  text,
  wholeNumber,
} from "#app/operations/inputs.ts";
import { defineOperation, type Noun, refusedError, usageError } from "#app/operations/operation.ts";
import {
  findVenueTables,
  movedVenueError,
  nameVenues,
  venueOption,
  wantedVenues,
} from "#app/operations/venue/venue-inputs.ts";
import { describeOmitted, formatLocalTime, nameTimes, plural, shortId } from "#app/operations/words.ts";
import { eventDiets } from "./event-diets.ts";
import {
  describeChanges,
  editedEventFields,
  editedEventOptions,
  findChanges,
  newEventFields,
  newEventOptions,
  readNewEvent,
} from "./event-fields.ts";
import { eventSeats } from "./event-seats.ts";
import { eventVenuesOperation } from "./event-venues.ts";
import {
  describeEvent,
  describeOverlaps,
  findEventByPrefix,
  getEventState,
  refuseOver,
  statesToCome,
  toEventData,
} from "./find-event.ts";
import { describeStandby, showEvent } from "./show-event.ts";

const cancelEventOperation = defineOperation({
  verb: "cancel",
  arguments: "<event>",
  description: "Cancels an event and all its bookings at no cost, and emails everybody once.",
  example: 'event cancel 3f2a91bc --because "The kitchen is under water."',
  eventStates: statesToCome,
  options: { because: ["<text>", "a sentence to add to the email"] },
  changesData: true,
  concerns: "everybody",
  deskRole: "city",
  input: z.object({ event: id, because: text(500).optional() }),
  async run(context, { event: prefix, because }) {
    const { db, now } = context;
    const event = await findEventByPrefix(context, prefix);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is already canceled.`);
    if (event.date <= now) throw refusedError(`${describeEvent(event)} is in the past.`);
    return {
      summary: `cancel ${describeEvent(event)} and email ${plural(event.taken, "diner")}`,
      needsConfirmation: true,
      async apply() {
        const emailCount = await cancelEvent(db, { id: event.id, because, now });
        if (emailCount === undefined) throw refusedError("The event was canceled in the meantime.");
        const message = `Canceled ${describeEvent(event)}. ${plural(emailCount, "diner gets", "diners get")} an email.`;
        return { message, data: { id: event.id, emailCount } };
      },
    };
  },
});

const editEventOperation = defineOperation({
  verb: "edit",
  arguments: "<event>",
  description:
    "Changes the time of an event, the end of booking, its deposit, or whether diners can book it. Diners get an email when the time changes. To change its venues or tables, use event venues.",
  example: 'event edit 3f2a91bc --at "2026-12-04 20:00"',
  eventStates: statesToCome,
  options: editedEventOptions,
  changesData: true,
  concerns: "everybody",
  deskRole: "city",
  input: editedEventFields.extend({ event: id }),
  async readCurrent(context, named) {
    const { date, closesAt, available, timeZone, deposit, currency } = await findEventByPrefix(
      context,
      named,
    );
    const [at, closes] = [date, closesAt].map((time) => formatLocalTime(time, timeZone).replace(" ", "T"));
    return {
      at: at ?? "",
      closes: closes ?? "",
      available: available ? "yes" : "no",
      deposit: typeAmount(deposit ?? 0, currency),
    };
  },
  async run(context, { event: prefix, ...wanted }) {
    const { db, now } = context;
    const event = await findEventByPrefix(context, prefix);
    refuseOver(event, now);
    const changes = await findChanges(context, event, wanted);
    if (Object.keys(changes).length === 0) throw usageError("Nothing to change: all of it is so already.");
    const isMoved = changes.date !== undefined;
    const clashCount = changes.date ? await countClashes(db, event.id, changes.date) : 0;
    const emailNote = isMoved ? `, and email ${plural(event.taken, "diner")}` : "";
    const clashNote =
      clashCount > 0
        ? `; ${plural(clashCount, "of them then has", "of them then have")} another dinner within four hours`
        : "";
    const depositNote =
      changes.deposit === undefined || event.taken === 0
        ? ""
        : `; of the ${plural(event.taken, "diner")} who ${event.taken === 1 ? "has" : "have"} booked, who has paid leaves it as agreed, and nobody is asked for more than before`;
    const overlaps =
      changes.date &&
      (await describeOverlaps(context, {
        date: changes.date,
        venueIds: event.venues.map(({ venueId }) => venueId),
        eventId: event.id,
      }));
    const overlapNote = overlaps ? `; ${overlaps}` : "";
    const data = { previousDate: event.date.getTime(), previousTimeZone: event.timeZone };
    return {
      summary: `change ${describeEvent(event)} to ${describeChanges(changes, event)}${depositNote}${emailNote}${clashNote}${overlapNote}`,
      needsConfirmation: (isMoved && (event.taken > 0 || overlaps !== undefined)) || depositNote !== "",
      canBeUndone: event.taken === 0,
      async apply() {
        const email = isMoved ? ({ kind: "event-moved", data } as const) : undefined;
        if (!(await editEvent(db, { event, changes, email, now })))
          throw refusedError("The event, or another of its city, changed in the meantime: try again.");
        return {
          message: `Changed: ${describeEvent({ ...event, ...changes })}.`,
          data: { id: event.id, ...changes },
        };
      },
    };
  },
});

const listOperation = defineOperation({
  verb: "list",
  description:
    "Lists events to come, the next first, with their bookings and why diners are on standby; without those that are canceled.",
  example: "event list --city vienna --limit 10",
  concerns: "nobody",
  deskRole: "city",
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
    const countPlanned = async () => {
      const toPlan = await listSchedulesToPlan(db, now);
      const ofCity = toPlan.filter(({ cityId }) => !city || cityId === city.id);
      return countUnopenedEvents(db, planEvents(ofCity, now));
    };
    const empty = past
      ? "No event is over or canceled."
      : events.length === 0 && (await countPlanned()) > 0
        ? "No upcoming event yet: those of the schedule appear once the cron has run."
        : "No upcoming event: add one with event add.";
    const table = { headings, rows, empty, advice: "name a city with --city" };
    return { message: [table, ...describeOmitted(found, limit)], data };
  },
});

const addOperation = defineOperation({
  verb: "add",
  description:
    "Adds an event to a city. Diners can book it until two days before, or later for an event that is soon.",
  example: 'event add --at "2026-12-04 19:00" --venue 3f2a91bc=4 --venue 77aa01fe=6',
  options: { city: cityOption, ...newEventOptions, venue: venueOption },
  changesData: true,
  concerns: "nobody",
  deskRole: "city",
  input: newEventFields.extend({ city: citySlug.optional(), venue: wantedVenues }),
  async run(context, { city: slug, venue: wanted, ...typed }) {
    const { db, now } = context;
    const city = await findCityOrOnlyOne(context, slug);
    const { timeZone } = city;
    const venues = await findVenueTables(context, city, wanted);
    const fields = readNewEvent(typed, city, now);
    const { date } = fields;
    const duplicateError = () => refusedError(`There is already an event in ${city.name} at that time.`);
    if (await hasEventAt(db, city.id, date)) throw duplicateError();
    const place = (await hasSeveralCities(db)) ? `in ${city.name} at ` : "at ";
    const what = `${formatLocalTime(date, timeZone)} ${place}${nameVenues(venues)}`;
    const tables = venues.reduce((sum, venue) => sum + venue.tables, 0);
    const isSoon = date.getTime() - fields.closesAt.getTime() < eventTimes.closesBeforeMs;
    const soon =
      isSoon && typed.closes === undefined
        ? `, booking until ${formatLocalTime(fields.closesAt, timeZone)} because it is soon`
        : "";
    const overlaps = await describeOverlaps(context, {
      date,
      venueIds: venues.map(({ venueId }) => venueId),
    });
    return {
      summary: `add an event on ${what} with ${plural(tables, "table")}${soon}${overlaps ? `; ${overlaps}` : ""}`,
      needsConfirmation: overlaps !== undefined,
      canBeUndone: true,
      async apply() {
        const eventId = await addEvent(db, {
          cityId: city.id,
          ...fields,
          venues: venues.map((venue) => ({ venueId: venue.venueId, tables: venue.tables })),
        });
        if (!eventId) throw (await hasEventAt(db, city.id, date)) ? duplicateError() : movedVenueError(city);
        const message = [
          `Added ${what}${soon}: ${eventId}`,
          `People can book until ${formatLocalTime(fields.closesAt, timeZone)}; then the tables are made.`,
        ];
        return { message, data: { id: eventId } };
      },
    };
  },
});

const closeOperation = defineOperation({
  verb: "close",
  arguments: "<event>",
  description: "Ends booking now. The cron makes the tables within a minute.",
  example: "event close 3f2a91bc",
  eventStates: ["open", "full", "not available"],
  concerns: "nobody",
  deskRole: "city",
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
    eventSeats,
    eventDiets,
    addOperation,
    editEventOperation,
    eventVenuesOperation,
    closeOperation,
    cancelEventOperation,
  ],
};
