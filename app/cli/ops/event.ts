import * as z from "zod";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { addEvent, closeEvent, listEvents } from "#app/models/event/events.server.ts";
import { cancelEventCommand } from "./cancel-event.ts";
import { command, type Noun } from "./command.ts";
import { momentAt } from "./command-context.ts";
import { editEventCommand } from "./edit-event.ts";
import { refused } from "./exit-codes.ts";
import { called, dinnerNamed, notTooLate, stateOfDinner } from "./find-event.ts";
import { capacity, id } from "./inputs.ts";
import { columns, many, short } from "./text-table.ts";
import { wallClock } from "./times.ts";
import { venueNamed } from "./venue-inputs.ts";

const listCommand = command({
  line: "list",
  says: "The dinners to come.",
  example: "event list --json",
  options: [["--past", "and those that have been"]],
  input: z.object({ past: z.boolean().default(false) }),
  async run({ db, now }, { past }) {
    const dinners = await listEvents(db, past ? new Date(0) : now);
    const data = dinners.map((dinner) => ({ ...dinner, state: stateOfDinner(dinner, now) }));
    const rows = data.map((dinner) => [
      short(dinner.id),
      wallClock(dinner.date, dinner.timeZone),
      dinner.venueName,
      `${dinner.taken} of ${dinner.capacity}`,
      dinner.state,
      wallClock(dinner.closesAt, dinner.timeZone),
    ]);
    const names = ["id", "when", "where", "seats", "state", "booking ends"];
    return { says: columns(names, rows, "No dinner to come: add one with event add."), data };
  },
});

const addCommand = command({
  line: "add",
  says: "A new dinner, open for booking until two days before.",
  example: 'event add --venue 3f2a91bc --at "2026-12-04 19:00" --seats 50',
  options: [
    ["--venue <id>", "where, as venue list has it"],
    ["--at <time>", "when, on the venue’s clock; at most two years ahead"],
    ["--seats <number>", "how many may book, 5 or more"],
    ["--closes <time>", "when booking ends; two days before dinner if not said"],
  ],
  writes: true,
  input: z.object({
    venue: id,
    at: z.string(),
    seats: capacity,
    closes: z.string().optional(),
  }),
  async run(desk, { venue: start, at, seats, closes }) {
    const venue = await venueNamed(desk, start);
    const date = momentAt(at, venue.timeZone);
    const closesAt = closes ? momentAt(closes, venue.timeZone) : timeBefore(date, eventTimes.closesBeforeMs);
    notTooLate(date, desk.now);
    if (date <= desk.now) throw refused(`${at} has passed.`);
    if (closesAt >= date) throw refused("Booking has to end before dinner.");
    if (closesAt <= desk.now)
      throw refused(`Booking would have ended at ${wallClock(closesAt, venue.timeZone)}.`);
    return {
      would: `open a dinner on ${wallClock(date, venue.timeZone)} at ${venue.name} for ${seats}`,
      async act() {
        const added = await addEvent(desk.db, { venueId: venue.id, date, closesAt, capacity: seats });
        if (!added) throw refused(`There is a dinner at ${venue.name} at that hour already.`);
        return {
          says: `Opened ${wallClock(date, venue.timeZone)} at ${venue.name}: ${added}`,
          data: { id: added },
        };
      },
    };
  },
});

const closeCommand = command({
  line: "close <dinner>",
  says: "Ends booking now; the tables are made within a minute.",
  example: "event close 3f2a91bc",
  writes: true,
  input: z.object({ dinner: id }),
  async run(desk, { dinner: start }) {
    const dinner = await dinnerNamed(desk, start);
    const state = stateOfDinner(dinner, desk.now);
    const isOver = () => refused(`Booking for ${called(dinner)} has ended already.`);
    if (dinner.closesAt <= desk.now || dinner.canceledAt) throw isOver();
    return {
      would: `end booking for ${called(dinner)}, which is ${state}, with ${many(dinner.taken, "seat")} taken`,
      isFinal: true,
      async act() {
        if (!(await closeEvent(desk.db, dinner.id, desk.now))) throw isOver();
        return { says: `Booking for ${called(dinner)} has ended.`, data: { id: dinner.id } };
      },
    };
  },
});

export const event: Noun = {
  says: "Dinners: what is offered, where and when.",
  commands: [listCommand, addCommand, editEventCommand, closeCommand, cancelEventCommand],
};
