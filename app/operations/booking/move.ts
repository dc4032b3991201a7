import * as z from "zod";
import { tellApart } from "#app/lib/account/tell-apart.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { endWithPeriod } from "#app/lib/text.ts";
import type { Diner, Venue } from "#app/matching/match-input.ts";
import { listUnmetNeeds } from "#app/matching/venues/needs.ts";
import { type EventBooking, findEventBooking } from "#app/models/booking/event-bookings.server.ts";
import { moveByOperator, swapByOperator } from "#app/models/booking/seat-transitions.server.ts";
import { type EventSeats, findSeats } from "#app/models/seating/event-seats.server.ts";
import { loadMatchData, type MatchData } from "#app/models/seating/match-data.server.ts";
import { noteOperator } from "#app/models/security/security-notes.server.ts";
import { id, tableNumber, text } from "#app/operations/inputs.ts";
import {
  defineOperation,
  notFoundError,
  type OperationContext,
  refusedError,
  usageError,
} from "#app/operations/operation.ts";
import { joinNames } from "#app/operations/words.ts";
import { findSeatedBooking } from "./together.ts";

/** The rules that a diner can agree to break. Who is kept apart, or has no language in common, stays so. */
const agreeable = ["price", "diet", "step-free", "met"] as const;

type Agreeable = (typeof agreeable)[number];

interface BrokenRule {
  /** Whose agreement it needs. */
  bookingId: string;
  rule: Agreeable;
  /** "Casa costs more than Dávid said" */
  says: string;
}

interface SeatOption {
  table: number;
  tableId: string;
  venue: Venue;
  venueName: string;
  /** Who would come to this diner's table; nobody if the seat is free. */
  other: { bookingId: string; name: string; diner: Diner } | null;
  broken: BrokenRule[];
}

interface Seats {
  data: MatchData;
  seats: EventSeats;
  nameOf(diner: Pick<Diner, "id">): string;
  venueName(venueId: string): string;
}

async function loadSeats({ db, env }: OperationContext, eventId: string): Promise<Seats> {
  const data = await loadMatchData(db, eventId);
  if (!data) throw notFoundError("There is no such event.");
  const seats = findSeats(eventId, data, env);
  const names = tellApart(data.diners);
  return {
    data,
    seats,
    nameOf({ id: bookingId }) {
      const diner = seats.bookings.get(bookingId);
      return (diner && names.get(diner)) ?? "";
    },
    venueName: (venueId) => data.event.venues.find((venue) => venue.venueId === venueId)?.name ?? "",
  };
}

const areRelated = (list: "avoid" | "met", one: Diner, other: Diner) =>
  one[list].includes(other.id) || other[list].includes(one.id);

/** Undefined if the diner can't come there at all; why is nobody's business. */
function findBrokenRules(
  { seats, nameOf, venueName }: Seats,
  { diner, venue, mates }: { diner: Diner; venue: Venue; mates: readonly Diner[] },
): BrokenRule[] | undefined {
  const everybody = [diner, ...mates];
  const shared = everybody.reduce((all, { languages }) => all & (languages || -1), -1);
  const group = seats.seatingRules.together?.find((ids) => ids.includes(diner.id)) ?? [];
  const isApart = group.some((id) => id !== diner.id && !mates.some((mate) => mate.id === id));
  if (shared === 0 || isApart || mates.some((mate) => areRelated("avoid", diner, mate))) return undefined;
  const [name, place] = [nameOf(diner), venueName(venue.id)];
  const needs = listUnmetNeeds([venue], diner);
  const met = mates.filter((mate) => areRelated("met", diner, mate));
  const broken: [Agreeable, boolean, string][] = [
    ["price", needs.includes("price"), `${place} costs more than ${name} said`],
    ["diet", needs.includes("diet"), `${place} can’t cook for ${name}’s diet`],
    ["step-free", needs.includes("access"), `${place} has steps`],
    ["met", met.length > 0, `${name} has met ${joinNames(met.map(nameOf))}`],
  ];
  return broken.flatMap(([rule, isBroken, says]) => (isBroken ? [{ bookingId: diner.id, rule, says }] : []));
}

/** Free seats, then who could change places; what fits best comes first. */
function listOptions(all: Seats, bookingId: string): SeatOption[] {
  const { seats, nameOf, venueName, data } = all;
  const from = [...seats.tables].find(([, diners]) => diners.some(({ id }) => id === bookingId));
  const [fromId, fromDiners] = from ?? [];
  const diner = fromDiners?.find(({ id }) => id === bookingId);
  const ownVenue = fromId ? seats.venueOf(fromId) : undefined;
  if (!fromId || !fromDiners || !diner || !ownVenue) return [];
  const staying = fromDiners.filter((each) => each !== diner);
  const options = data.tables.flatMap((table): SeatOption[] => {
    const venue = seats.venueOf(table.id);
    if (table.id === fromId || table.closedAt || table.closedToNewcomersAt || !venue) return [];
    const diners = seats.tables.get(table.id) ?? [];
    const place = { table: table.number, tableId: table.id, venue, venueName: venueName(venue.id) };
    if (diners.length + table.walkIns < tableSize) {
      const broken = findBrokenRules(all, { diner, venue, mates: diners });
      return broken ? [{ ...place, other: null, broken }] : [];
    }
    return diners.flatMap((other): SeatOption[] => {
      const mates = diners.filter((each) => each !== other);
      const there = findBrokenRules(all, { diner, venue, mates });
      const here = findBrokenRules(all, { diner: other, venue: ownVenue, mates: staying });
      if (!there || !here) return [];
      const named = { bookingId: other.id, name: nameOf(other), diner: other };
      return [{ ...place, other: named, broken: [...there, ...here] }];
    });
  });
  return options.sort(
    (one, other) =>
      Number(one.other !== null) - Number(other.other !== null) ||
      one.broken.length - other.broken.length ||
      one.table - other.table,
  );
}

const nameOption = ({ table, venueName, other }: SeatOption) =>
  other ? `with ${other.name}, table ${table}, ${venueName}` : `table ${table}, ${venueName}`;

export type MoveOption = Pick<SeatOption, "table" | "venueName" | "broken"> & {
  other: { bookingId: string; name: string } | null;
};

/** The best ones. */
export async function listMoveOptions(
  context: OperationContext,
  booking: Pick<EventBooking, "id" | "eventId">,
): Promise<MoveOption[]> {
  const options = listOptions(await loadSeats(context, booking.eventId), booking.id);
  return options.slice(0, maxOptions).map(({ table, venueName, other, broken }) => ({
    ...{ table, venueName, broken },
    other: other && { bookingId: other.bookingId, name: other.name },
  }));
}

const maxOptions = 60;

export const moveBooking = defineOperation({
  verb: "move",
  arguments: "<booking>",
  description:
    "Moves a diner to a free seat, or lets two diners change places, before the dinner and during it. Says which rule that breaks; where the diners agreed to it, say so.",
  example: "booking move 8c07d2e4 --table 6",
  concerns: "somebody",
  deskRole: "door",
  options: {
    table: ["<number>", "a free seat at this table"],
    with: ["<booking>", "instead: change places with this diner"],
    agreed: ["<rules...>", `what they agreed to: ${agreeable.join(", ")}`],
    say: ["<text>", "a sentence for the email to who moves, such as why"],
    how: ["<text>", "how they agreed, such as “on the phone at 6:38 PM”"],
  },
  changesData: true,
  input: z.object({
    booking: id,
    table: tableNumber.optional(),
    with: id.optional(),
    agreed: z.array(z.enum(agreeable, `is one of ${agreeable.join(", ")}`)).default([]),
    say: text(300).optional(),
    how: text(200).optional(),
  }),
  async run(context, { booking: prefix, table: number, with: otherPrefix, agreed, say, how }) {
    if (number && otherPrefix) throw usageError("Name either a table or another diner.");
    if (agreed.length > 0 && !how) throw usageError("Say how they agreed.");
    const booking = await findSeatedBooking(context, prefix, eventTimes.hostMovesUntilAfterMs);
    const all = await loadSeats(context, booking.eventId);
    const options = listOptions(all, booking.id);
    const name = all.nameOf(booking);
    if (!number && !otherPrefix)
      return {
        userIds: [booking.userId],
        message: [
          `${name} sits at table ${booking.table}.`,
          {
            headings: ["where", "what is in the way"],
            rows: options
              .slice(0, maxOptions)
              .map((option) => [nameOption(option), option.broken.map(({ says }) => says).join("; ")]),
            empty: "No seat can be offered.",
          },
        ],
        data: await listMoveOptions(context, booking),
      };
    const chosen = options.find((option) =>
      number
        ? option.table === number && option.other === null
        : option.other?.bookingId.startsWith(otherPrefix ?? ""),
    );
    if (!chosen)
      throw refusedError(
        "That seat isn’t offered: it is taken or closed, or somebody there can’t sit with them. booking move without a table shows the seats that are.",
      );
    const missing = chosen.broken.filter(({ rule }) => !agreed.includes(rule));
    if (missing.length > 0)
      throw refusedError(
        `${missing.map(({ says }) => says).join(". ")}. If they agreed, add it: ${missing.map(({ rule }) => rule).join(", ")}.`,
      );
    const other = chosen.other ? await findEventBooking(context.db, chosen.other.bookingId) : undefined;
    return {
      userIds: [booking.userId, ...(other ? [other.userId] : [])],
      summary: other
        ? `let ${name} and ${chosen.other?.name} change places, tables ${booking.table} and ${chosen.table}, and email both`
        : `move ${name} from table ${booking.table} to table ${chosen.table} at ${chosen.venueName}, and email them`,
      details: [
        `${dateAndTime(booking.date, booking.timeZone)}.`,
        ...chosen.broken.map(({ says }) => `${says}: they agreed, ${how}.`),
        ...(say ? [`${other ? "Both emails say" : "The email says"}: “${endWithPeriod(say)}”`] : []),
        "Who gets somebody new at their table gets an email: they see who comes, and not why.",
      ],
      needsConfirmation: true,
      canBeUndone: true,
      apply: () => applyMove(context, all, { booking, other, chosen, say, how }),
    };
  },
});

interface Chosen {
  booking: EventBooking;
  other: EventBooking | undefined;
  chosen: SeatOption;
  say: string | undefined;
  how: string | undefined;
}

async function applyMove(
  { db, now, operator }: OperationContext,
  { seats, nameOf, data }: Seats,
  { booking, other, chosen, say, how }: Chosen,
) {
  const fromTableId = booking.tableId ?? "";
  const diners = (tableId: string) => seats.tables.get(tableId) ?? [];
  const [here, there] = [diners(fromTableId), diners(chosen.tableId)];
  const own = here.filter(({ id: bookingId }) => bookingId === booking.id);
  const coming = there.filter(({ id: bookingId }) => bookingId === other?.id);
  const venueIdOf = (tableId: string) => data.tables.find(({ id: each }) => each === tableId)?.venueId ?? "";
  const side = (tableId: string, leaving: Diner[], arriving: Diner[], all: Diner[]) => ({
    bookingIds: leaving.map(({ id: bookingId }) => bookingId),
    tableId,
    venueId: venueIdOf(tableId),
    shares: seats.sharesOf([...all.filter((diner) => !leaving.includes(diner)), ...arriving]),
  });
  const isDone = other
    ? await swapByOperator(db, {
        sides: [side(fromTableId, own, coming, here), side(chosen.tableId, coming, own, there)],
        seatedIds: [...here, ...there].map(({ id: bookingId }) => bookingId),
        say,
        now,
      })
    : await moveByOperator(db, {
        bookingId: booking.id,
        fromTableId,
        tableId: chosen.tableId,
        venueId: chosen.venue.id,
        shares: seats.sharesOf([...there, ...own]),
        say,
        now,
      });
  if (!isDone) throw refusedError("The seats changed in the meantime, so nothing was changed: look again.");
  const rulesByBooking = Map.groupBy(chosen.broken, ({ bookingId }) => bookingId);
  for (const each of other ? [booking, other] : [booking]) {
    const rules = rulesByBooking.get(each.id)?.map(({ rule }) => rule) ?? [];
    const agreed = `booking move: agreed to ${rules.join(", ")}, ${how}`;
    if (rules.length > 0)
      await noteOperator(db, {
        ...{ userIds: [each.userId], kind: "changed-by-operator", command: agreed.slice(0, 200) },
        ...{ operator, now },
      });
  }
  const message = other
    ? `${nameOf(booking)} and ${nameOf({ id: other.id })} changed places. Both get an email.`
    : `${nameOf(booking)} sits at table ${chosen.table} now, and gets an email.`;
  return { message, data: { id: booking.id, table: chosen.table, with: other?.id ?? null } };
}
