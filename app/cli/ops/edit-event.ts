import * as z from "zod";
import { eventMoved } from "#app/emails/event-moved.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { type EventDetails, editEvent, moveEvent } from "#app/models/event/events.server.ts";
import type { Venue } from "#app/models/venue/venues.server.ts";
import { command } from "./command.ts";
import { type Desk, momentAt } from "./command-context.ts";
import { refused, wrongUsage } from "./exit-codes.ts";
import { linksTo } from "./find-booking.ts";
import { called, dinnerNamed, notTooLate } from "./find-event.ts";
import { capacity, id } from "./inputs.ts";
import { many } from "./text-table.ts";
import { wallClock } from "./times.ts";
import { venueNamed } from "./venue-inputs.ts";

const edit = z.object({
  dinner: id,
  at: z.string().optional(),
  venue: id.optional(),
  seats: capacity.optional(),
  closes: z.string().optional(),
  offered: z.enum(["yes", "no"], "is yes or no").optional(),
});

export const editEventCommand = command({
  line: "edit <dinner>",
  says: "Another hour, place or size. Who has booked is told where the hour or the place is another.",
  example: 'event edit 3f2a91bc --at "2026-12-04 20:00"',
  options: [
    ["--at <time>", "when, on the venue’s clock; at most two years ahead"],
    ["--venue <id>", "where"],
    ["--seats <number>", "how many may book: 5 or more, and not fewer than have"],
    ["--closes <time>", "when booking ends"],
    ["--offered <yes|no>", "whether it may be booked at all"],
  ],
  writes: true,
  mails: true,
  input: edit,
  async run(desk, { dinner: start, ...wanted }) {
    const dinner = await dinnerNamed(desk, start);
    if (dinner.canceledAt) throw refused(`${called(dinner)} is canceled.`);
    if (dinner.date <= desk.now) throw refused(`${called(dinner)} has been.`);
    const venue = await venueNamed(desk, wanted.venue ?? dinner.venueId);
    const changes = changesOf(dinner, venue, wanted, desk.now);
    const isMoved = "date" in changes || "venueId" in changes;
    const after = { ...dinner, ...changes };
    const told = isMoved ? ` and tell ${many(dinner.taken, "diner")}` : "";
    return {
      would: `change ${called(dinner)} (${saidOf(changes, venue)})${told}`,
      isFinal: isMoved && dinner.taken > 0,
      async act() {
        await changeIt(desk, dinner, { changes, venue, isMoved });
        return {
          says: `Changed: ${called({ ...after, ...placeOf(venue) })}.`,
          data: { id: dinner.id, ...changes },
        };
      },
    };
  },
});

type Changes = Parameters<typeof editEvent>[1]["changes"];

function changesOf(
  dinner: EventDetails,
  venue: Venue,
  { at, seats, closes, offered }: Omit<z.output<typeof edit>, "dinner">,
  now: Date,
): Changes {
  const date = at ? momentAt(at, venue.timeZone) : dinner.date;
  const isMoved = date.getTime() !== dinner.date.getTime();
  const follows =
    isMoved && !dinner.matchedAt ? timeBefore(date, eventTimes.closesBeforeMs) : dinner.closesAt;
  const closesAt = closes ? momentAt(closes, venue.timeZone) : follows;
  if (isMoved) notTooLate(date, now);
  if (date <= now) throw refused(`${at} has passed.`);
  if (closesAt >= date) throw refused("Booking has to end before dinner.");
  if (closes && dinner.matchedAt) throw refused("Its tables are made: booking is over.");
  if (seats !== undefined && seats < dinner.taken)
    throw refused(`${many(dinner.taken, "seat is", "seats are")} taken: it can’t have fewer.`);
  const changes: Changes = {
    ...(isMoved ? { date } : {}),
    ...(venue.id !== dinner.venueId ? { venueId: venue.id } : {}),
    ...(closesAt.getTime() !== dinner.closesAt.getTime() ? { closesAt } : {}),
    ...(seats !== undefined && seats !== dinner.capacity ? { capacity: seats } : {}),
    ...(offered && (offered === "yes") !== dinner.available ? { available: offered === "yes" } : {}),
  };
  if (Object.keys(changes).length === 0) throw wrongUsage("Say what to change: it is like that already.");
  return changes;
}

const placeOf = (venue: Venue) => ({
  venueName: venue.name,
  venueAddress: venue.address,
  mapsLink: venue.googleMapsLink,
  timeZone: venue.timeZone,
});

const saidOf = ({ date, venueId, closesAt, capacity, available }: Changes, { name, timeZone }: Venue) =>
  [
    date && wallClock(date, timeZone),
    venueId && `at ${name}`,
    closesAt && `booking ends ${wallClock(closesAt, timeZone)}`,
    capacity && `${capacity} seats`,
    available !== undefined && (available ? "offered" : "not offered"),
  ]
    .filter(Boolean)
    .join(", ");

/** Somebody may book while the emails are written: then they are written again. */
const tries = 5;

async function changeIt(
  { db, env, now }: Desk,
  dinner: EventDetails,
  { changes, venue, isMoved }: { changes: Changes; venue: Venue; isMoved: boolean },
): Promise<void> {
  const date = changes.date ?? dinner.date;
  const words = {
    ...placeOf(venue),
    origin: env.SITE_URL,
    when: dateAndTime(date, venue.timeZone),
    previousTime: dateAndTime(dinner.date, dinner.timeZone),
  };
  for (let i = 0; i < tries; i++) {
    const booked = isMoved
      ? (await listEventBookings(db, dinner.id)).filter(({ canceled }) => !canceled)
      : [];
    const emails = booked.map((seat) => ({
      bookingId: seat.id,
      email: eventMoved({ ...words, to: seat.email, links: linksTo(env, { ...seat, date }) }),
    }));
    try {
      const edit = { id: dinner.id, changes, now };
      if (await (isMoved ? moveEvent(db, { ...edit, emails }) : editEvent(db, edit))) return;
    } catch (error) {
      if (String((error as Error).cause ?? error).includes("UNIQUE"))
        throw refused(`There is a dinner at ${venue.name} at that hour already.`);
      throw error;
    }
  }
  throw refused("It was changed meanwhile, or has more diners by now: look again.");
}
