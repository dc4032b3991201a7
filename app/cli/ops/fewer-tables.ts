import { tableSize } from "#app/lib/table-size.ts";
import { listLastBookings } from "#app/models/booking/event-bookings.server.ts";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import type { CommandContext } from "./command-context.ts";
import { refusedError } from "./exit-codes.ts";
import { joinNames } from "./names.ts";
import { describeMoves, type MovedDiner, planMovedDiners } from "./plan-closing.ts";

export interface FewerTables {
  summary: string;
  /** Before the tables are made: how many bookings are canceled. */
  lostBookingCount: number;
  /** After the tables are made. */
  closes: TableDetails[];
  moves: MovedDiner[];
}

/** Nothing where everybody keeps their seat. */
export const planFewerTables = (
  context: CommandContext,
  event: EventDetails,
  tableCount: number,
): Promise<FewerTables | undefined> =>
  event.matchedAt ? planTableClosing(context, event, tableCount) : planCanceling(context, event, tableCount);

const namedBookers = 3;

async function planCanceling(
  { db }: CommandContext,
  { id, taken }: EventDetails,
  tableCount: number,
): Promise<FewerTables | undefined> {
  const count = taken - tableCount * tableSize;
  if (count <= 0) return undefined;
  const last = await listLastBookings(db, id, Math.min(count, namedBookers));
  const names = joinNames(
    last.map(({ firstName }) => firstName),
    count,
  );
  const summary = `${names} ${count === 1 ? "loses their seat and gets" : "lose their seats and get"} an email`;
  return { summary, lostBookingCount: count, closes: [], moves: [] };
}

async function planTableClosing(
  context: CommandContext,
  { id }: EventDetails,
  tableCount: number,
): Promise<FewerTables | undefined> {
  const allTables = await listTables(context.db, id);
  const open = allTables.filter(({ closedAt }) => !closedAt);
  const count = open.length - tableCount;
  if (count < 0) throw refusedError("The tables are made: more tables change nothing.");
  if (count === 0) return undefined;
  const closes = sortByLastBooker(open).slice(0, count);
  const moves = await planMovedDiners(context, id, { allTables, closing: closes });
  const numbers = closes.map(({ number }) => String(number));
  const names = `table${count === 1 ? "" : "s"} ${joinNames(numbers)}`;
  return {
    summary: `${names} ${count === 1 ? "is" : "are"} closed for good, ${describeMoves(moves, "planned")}`,
    lostBookingCount: 0,
    closes,
    moves,
  };
}

/** Empty tables first, then those of the latest bookers. */
function sortByLastBooker(tables: TableDetails[]): TableDetails[] {
  const lastBookedAt = (table: TableDetails) =>
    table.diners.reduce((last, { bookedAt }) => Math.max(last, bookedAt.getTime()), 0) ||
    Number.POSITIVE_INFINITY;
  return tables
    .map((table) => ({ table, at: lastBookedAt(table) }))
    .toSorted((one, other) =>
      one.at === other.at ? other.table.number - one.table.number : other.at > one.at ? 1 : -1,
    )
    .map(({ table }) => table);
}
