import * as z from "zod";
import { maxOfCrowdAtTable } from "#app/lib/table-size.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { suits } from "#app/matching/venues/suits.ts";
import { listKeptApart } from "#app/models/account/avoidances.server.ts";
import { listCrowdOf } from "#app/models/account/crowds.server.ts";
import { type EventBooking, listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { setTogether } from "#app/models/booking/transitions.server.ts";
import { loadMatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { joinNames, shortId } from "#app/operations/words.ts";
import { findChangeableBooking } from "./find-booking.ts";

const sentence = "are two to four bookings of one event";
const changedError = () =>
  refusedError("Nothing was changed: a booking was canceled, or the tables were made, in the meantime.");

/** Those that belong together with it, itself included; none where it is alone. */
export function listGroup(
  all: readonly EventBooking[],
  { togetherId }: Pick<EventBooking, "togetherId">,
): EventBooking[] {
  const group = all.filter((each) => togetherId !== null && !each.canceled && each.togetherId === togetherId);
  return group.length > 1 ? group : [];
}

const nameAll = (bookings: readonly EventBooking[]) =>
  joinNames(bookings.map(({ firstName, id: bookingId }) => `${firstName} (${shortId(bookingId)})`));

/** Why no table can seat these bookings together, as answers and venues are now. */
export function describeObstacle(
  { venues, diners }: MatchInput,
  bookingIds: readonly string[],
): string | undefined {
  const group = diners.filter(({ id: bookingId }) => bookingIds.includes(bookingId));
  const shared = group.reduce((all, { languages }) => all & (languages || -1), -1);
  if (shared === 0) return "they have no language in common";
  return venues.some((venue) => group.every((diner) => suits(venue, diner)))
    ? undefined
    : "no venue of this event suits all of them";
}

async function findWithGroup(context: OperationContext, prefix: string) {
  const booking = await findChangeableBooking(context, prefix);
  return { booking, all: await listEventBookings(context.db, booking.eventId) };
}

export const seatTogether = defineOperation({
  verb: "together",
  arguments: "<bookings...>",
  description:
    "Seats two to four bookings of one event at one table, or none of them, even if they have met. Their common table must suit all of them.",
  example: "booking together 8c07d2e4 51d9a03b",
  concerns: "somebody",
  changesData: true,
  input: z.object({ bookings: z.array(id).min(2, sentence).max(4, sentence) }),
  async run(context, { bookings: prefixes }) {
    const found = [];
    for (const prefix of prefixes) found.push(await findWithGroup(context, prefix));
    const group = found.map(({ booking }) => booking);
    const bookingIds = group.map(({ id: bookingId }) => bookingId);
    if (group.some(({ matchedAt }) => matchedAt)) throw refusedError("The tables are made already.");
    if (new Set(bookingIds).size < group.length) throw refusedError("Name each booking once.");
    if (new Set(group.map(({ eventId }) => eventId)).size > 1)
      throw refusedError("These bookings are of several events: name those of one.");
    for (const { booking, all } of found) {
      const others = listGroup(all, booking);
      if (others.length > 0)
        throw refusedError(
          `${nameAll(others)} belong together already. To change that, run booking apart ${shortId(booking.id)} first.`,
        );
    }
    const userIds = group.map(({ userId }) => userId);
    if ((await listKeptApart(context.db, userIds)).length > 0)
      throw refusedError("One of them is kept apart from another of them: see avoid list.");
    const crowds = Map.groupBy(await listCrowdOf(context.db, userIds), ({ crowdId }) => crowdId);
    if ([...crowds.values()].some((some) => some.length > maxOfCrowdAtTable))
      throw refusedError(
        "Three of these accounts may be one person’s: see user crowds. If they are different people, run user different with them first.",
      );
    const eventId = group[0]?.eventId ?? "";
    const loaded = await loadMatchData(context.db, eventId);
    const obstacle = loaded && describeObstacle(buildMatchInput(eventId, loaded, context.env), bookingIds);
    return {
      userIds,
      summary: `seat ${nameAll(group)} at one table${obstacle ? `, but as things are no table can seat them: ${obstacle}` : ""}`,
      needsConfirmation: obstacle !== undefined,
      canBeUndone: true,
      async apply() {
        const togetherId = crypto.randomUUID();
        if (!(await setTogether(context.db, { bookingIds, togetherId, now: context.now })))
          throw changedError();
        return {
          message: `${nameAll(group)} get seats at one table, or none. See match preview.`,
          data: { bookings: bookingIds },
        };
      },
    };
  },
});

export const seatApart = defineOperation({
  verb: "apart",
  arguments: "<booking>",
  description:
    "Lets all who belong together with a booking be seated like everybody else again, also on standby.",
  example: "booking apart 8c07d2e4",
  concerns: "somebody",
  changesData: true,
  input: z.object({ booking: id }),
  async run(context, { booking: prefix }) {
    const { booking, all } = await findWithGroup(context, prefix);
    const group = listGroup(all, booking);
    if (group.length === 0) throw refusedError(`${booking.firstName} belongs together with nobody.`);
    const bookingIds = group.map(({ id: bookingId }) => bookingId);
    return {
      userIds: group.map(({ userId }) => userId),
      summary: `let ${nameAll(group)} sit at different tables`,
      async apply() {
        if (!(await setTogether(context.db, { bookingIds, togetherId: null, now: context.now })))
          throw changedError();
        return {
          message: `${nameAll(group)} may sit at different tables.`,
          data: { bookings: bookingIds },
        };
      },
    };
  },
});
