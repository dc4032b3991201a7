import * as z from "zod";
import { bookings } from "#app/db/schema/booking.ts";
import type { Obstacle } from "#app/lib/booking/standby-reasons.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { findObstacle } from "#app/matching/venues/needs.ts";
import { listKeptApart } from "#app/models/account/avoidances.server.ts";
import {
  type EventBooking,
  findEventBooking,
  listBookingsByIds,
} from "#app/models/booking/event-bookings.server.ts";
import { askPair, endPair, listPairs, wereAsked } from "#app/models/booking/pairs.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { id, text } from "#app/operations/inputs.ts";
import {
  defineOperation,
  findIdByPrefix,
  notFoundError,
  type OperationContext,
  refusedError,
} from "#app/operations/operation.ts";
import { formatLocalTime, joinNames, shortId } from "#app/operations/words.ts";

const sentence = "are two bookings of one event";
const changedError = () =>
  refusedError(
    "Nothing was changed: a booking was canceled, booking has ended, or one of them was asked in the meantime.",
  );

/** Lists the bookings that belong together with this one, including itself; empty if it is alone. */
export function listGroup(
  all: readonly EventBooking[],
  { togetherId }: Pick<EventBooking, "togetherId">,
): EventBooking[] {
  const group = all.filter((each) => togetherId !== null && !each.canceled && each.togetherId === togetherId);
  return group.length > 1 ? group : [];
}

const nameAll = (bookings: readonly EventBooking[]) =>
  joinNames(bookings.map(({ name, id: bookingId }) => `${name} (${shortId(bookingId)})`));

const obstacles: Record<Obstacle, string> = {
  language: "they have no language in common",
  venue: "no venue of this event suits all of them",
  "one diner": "no venue of this event suits one of them, alone either",
};

/** Says why no table can seat these bookings together, according to their current answers and venues. */
export function describeObstacle(
  { venues, diners }: MatchInput,
  bookingIds: readonly string[],
): string | undefined {
  const group = diners.filter(({ id: bookingId }) => bookingIds.includes(bookingId));
  const obstacle = findObstacle(venues, group);
  return obstacle && obstacles[obstacle];
}

export const seatTogether = defineOperation({
  verb: "together",
  arguments: "<bookings...>",
  description:
    "Asks the diners of two bookings of one event by email if they would sit at one table. Once both have agreed they get seats at one table, or none, even if they have met. Their common table must suit both.",
  example: "booking together 8c07d2e4 51d9a03b",
  concerns: "somebody",
  deskRole: "city",
  options: {
    agreed: [
      "<text>",
      "how both agreed already: they are told instead, and their histories keep the sentence",
    ],
  },
  changesData: true,
  input: z.object({ bookings: z.array(id).length(2, sentence), agreed: text(200).optional() }),
  async run(context, { bookings: prefixes, agreed }) {
    const { db, now } = context;
    const [one, other] = [
      await findChangeableBooking(context, prefixes[0] ?? ""),
      await findChangeableBooking(context, prefixes[1] ?? ""),
    ];
    const group = [one, other];
    if (group.some(({ matchedAt }) => matchedAt)) throw refusedError("The tables are made already.");
    if (one.id === other.id) throw refusedError("Name each booking once.");
    if (one.eventId !== other.eventId)
      throw refusedError("These bookings are of several events: name those of one.");
    const pairs = await listPairs(db, one.eventId);
    const pairOf = ({ id: bookingId }: EventBooking) =>
      pairs.find((pair) => pair.bookingId === bookingId)?.pairId;
    for (const booking of group)
      if (pairOf(booking))
        throw refusedError(
          pairOf(one) === pairOf(other)
            ? "They are asked already: see booking list."
            : `${nameAll([booking])} is asked about somebody else. To change that, run booking apart ${shortId(booking.id)} first.`,
        );
    const userIds = group.map(({ userId }) => userId);
    if ((await listKeptApart(db, userIds)).length > 0)
      throw refusedError("One of them is kept apart from the other: see avoid list.");
    const loaded = await loadMatchData(db, one.eventId);
    const bookingIds = [one.id, other.id] as const;
    const obstacle =
      loaded && describeObstacle(buildMatchInput(one.eventId, loaded, context.env), bookingIds);
    const what = agreed
      ? `note that ${nameAll(group)} agreed to sit at one table, and tell them`
      : `ask ${nameAll(group)} if they would sit at one table`;
    return {
      userIds,
      summary: `${what}${obstacle ? `, but as things are no table can seat them: ${obstacle}` : ""}`,
      needsConfirmation: obstacle !== undefined,
      async apply() {
        if (!(await askPair(db, { bookingIds, agreed, now }))) {
          if (await wereAsked(db, bookingIds))
            throw refusedError(
              "They were asked before, and it has ended. If both agree now, say how with --agreed.",
            );
          throw changedError();
        }
        return {
          message: agreed
            ? `${nameAll(group)} get seats at one table, or none, and an email that says so. See match preview.`
            : `${nameAll(group)} get an email. Once both have agreed, they get seats at one table, or none: see booking list.`,
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
    "Ends that a booking and another one ask for one table: both are seated like everybody else again, also on standby.",
  example: "booking apart 8c07d2e4",
  concerns: "somebody",
  deskRole: "city",
  changesData: true,
  input: z.object({ booking: id }),
  async run(context, { booking: prefix }) {
    const { db, now } = context;
    const booking = await findChangeableBooking(context, prefix);
    const pairs = await listPairs(db, booking.eventId);
    const pairId = pairs.find(({ bookingId }) => bookingId === booking.id)?.pairId;
    const bookingIds = pairs.filter((pair) => pair.pairId === pairId).map(({ bookingId }) => bookingId);
    if (!pairId) throw refusedError(`${booking.name} is asked about nobody, or canceled.`);
    const group = await listBookingsByIds(db, bookingIds);
    return {
      userIds: group.map(({ userId }) => userId),
      summary: `let ${nameAll(group)} sit at different tables`,
      async apply() {
        await endPair(db, booking.id, { by: "operator", now });
        return {
          message: `${nameAll(group)} may sit at different tables.`,
          data: { bookings: bookingIds },
        };
      },
    };
  },
});

export function getBookingState(booking: EventBooking): string {
  const { canceled, confirmed, standby, standbyReason, table, attendance } = booking;
  if (canceled) return "canceled";
  if (attendance) return attendance;
  if (confirmed) return table ? `table ${table}` : "confirmed";
  return standby ? `standby: ${standbyReason}` : "pending";
}

export async function findBookingByPrefix(context: OperationContext, prefix: string): Promise<EventBooking> {
  const bookingId = await findIdByPrefix(context, bookings, "booking", prefix);
  const booking = await findEventBooking(context.db, bookingId);
  if (!booking) throw notFoundError(`There is no booking ${prefix}.`);
  return booking;
}

/** Refuses canceled and past bookings. */
export async function findChangeableBooking(
  context: OperationContext,
  prefix: string,
): Promise<EventBooking> {
  const booking = await findBookingByPrefix(context, prefix);
  if (booking.canceled) throw refusedError(`Booking ${shortId(booking.id)} is already canceled.`);
  if (booking.date <= context.now)
    throw refusedError(
      `Booking ${shortId(booking.id)} is for a past event: ${formatLocalTime(booking.date, booking.timeZone)}.`,
    );
  return booking;
}

/** For changes that are also possible for so long after the dinner has begun. */
export async function findSeatedBooking(
  context: OperationContext,
  prefix: string,
  afterMs: number,
): Promise<EventBooking> {
  const booking = await findBookingByPrefix(context, prefix);
  if (booking.canceled) throw refusedError(`${booking.name}’s booking is canceled.`);
  if (!booking.tableId) throw refusedError(`${booking.name} has no seat yet.`);
  if (booking.date.getTime() + afterMs <= context.now.getTime())
    throw refusedError("The dinner has been going on for too long.");
  return booking;
}
