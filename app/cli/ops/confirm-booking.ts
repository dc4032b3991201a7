import * as z from "zod";
import { seatedEmail } from "#app/emails/booking-data.server.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { explainTable } from "#app/matching/explain.ts";
import { findFreeSeats } from "#app/matching/reseat.ts";
import type { EventBooking } from "#app/models/booking/event-bookings.server.ts";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import { seatByOperator } from "#app/models/booking/transitions.server.ts";
import { loadMatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import { command } from "./command.ts";
import type { Desk } from "./command-context.ts";
import { notFound, refused } from "./exit-codes.ts";
import { bookingNamed } from "./find-booking.ts";
import { id, wholeNumber } from "./inputs.ts";

export const confirmBooking = command({
  line: "confirm <booking>",
  says: "Gives who waits a free chair by hand, at the table they fit best. The dinner’s receipt shows it.",
  example: "booking confirm 8c07d2e4 --table 3",
  options: [["--table <number>", "at this table, as match show numbers them"]],
  writes: true,
  mails: true,
  input: z.object({ booking: id, table: wholeNumber(1, 1_000).optional() }),
  async run(desk, { booking: start, table: number }) {
    const seat = await bookingNamed(desk, start);
    if (seat.tableId) throw refused(`${seat.firstName} sits at table ${seat.table} already.`);
    if (!seat.matchedAt) throw refused("Its tables are not made yet: match run makes them.");
    const { table, shares } = await chairFor(desk, seat, number);
    return {
      would: `seat ${seat.firstName} at table ${table.number}, and tell them`,
      isFinal: true,
      async act() {
        const { id: bookingId, eventId } = seat;
        const tableMates = table.diners.map(({ firstName }) => firstName);
        const recipient = { ...seat, bookingId };
        const email = seatedEmail(desk.env, seat, recipient, { tableMates, shares, reason: "off standby" });
        const { db, now } = desk;
        if (!(await seatByOperator(db, { bookingId, eventId, table, shares, email, now })))
          throw refused(`Table ${table.number} is full by now, or somebody there is to be kept from them.`);
        const says = `${seat.firstName} sits at table ${table.number}, and is told.`;
        return { says, data: { id: seat.id, table: table.number } };
      },
    };
  },
});

interface Chair {
  table: TableDetails;
  /** What its diners have in common with them at it. */
  shares: string[];
}

/** The table named, or of those with a free chair and nobody they avoid, the one they fit best. */
async function chairFor({ db, env }: Desk, seat: EventBooking, number: number | undefined): Promise<Chair> {
  const all = await listTables(db, seat.eventId);
  if (number && !all.some((table) => table.number === number)) throw notFound(`There is no table ${number}.`);
  const open = all.filter(
    (table) => table.diners.length < tableSize && (number === undefined || table.number === number),
  );
  if (open.length === 0)
    throw refused(number ? `Table ${number} has no free chair.` : "No table has a free chair.");
  const loaded = await loadMatchData(db, seat.eventId);
  const night = loaded && buildMatchInput(seat.eventId, loaded, env);
  const [venue] = night?.venues ?? [];
  const diner = night?.diners.find((one) => one.id === seat.userId);
  if (!night || !venue || !diner) throw refused("The booking was canceled meanwhile.");
  const parties = open.map(({ diners }) =>
    diners.flatMap(({ userId }) => night.diners.find((one) => one.id === userId) ?? []),
  );
  const { questions, relax: relaxed = [] } = night;
  const [best] = findFreeSeats([diner], parties, { questions, venue, relaxed });
  const place = best?.table ?? -1;
  const table = open[place];
  if (!table)
    throw refused(
      "The kitchen can’t cook for them, or every table with a chair has somebody they have met or are to be kept from, or no language of theirs.",
    );
  return { table, shares: explainTable(questions, [...(parties[place] ?? []), diner]) };
}
