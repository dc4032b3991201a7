import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { tablesOfHost } from "#app/db/conditions.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { tellApart } from "#app/lib/account/tell-apart.ts";
import type { Diner, Venue } from "#app/matching/match-input.ts";
import { findFreeSeats, mayJoin, type SeatedTable } from "#app/matching/reseat.ts";
import { findSeats } from "#app/models/seating/event-seats.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";

/** Everybody here sits at this venue, so it is not asked again whether it suits them. */
const venueForAll: Venue = { id: "", diets: -1, tables: 0, stepFree: true };

interface TableAtVenue {
  id: string;
  number: number;
  isOpen: boolean;
  isClosedByHost: boolean;
  diners: Diner[];
  absent: Diner[];
  walkIns: number;
}

/** The seating at the host's venue; undefined if the link was revoked. */
export async function loadHostSeats(db: Database, linkId: string, env: Env) {
  const eventId = sql`select ${hostLinks.eventId} from ${hostLinks}
    where ${hostLinks.id} = ${linkId} and ${hostLinks.revokedAt} is null`;
  const data = await loadMatchData(db, eventId, tablesOfHost(linkId));
  if (!data) return undefined;
  const seats = findSeats(data.event.eventId, data, env);
  const listDiners = (tableId: string, areMissing: boolean) =>
    (seats.tables.get(tableId) ?? []).filter(({ id }) => seats.bookings.get(id)?.isMissing === areMissing);
  const tables = data.tables.map(
    ({ id, number, closedAt, closedToNewcomersAt, walkIns }): TableAtVenue => ({
      id,
      number,
      isClosedByHost: closedAt !== null && closedToNewcomersAt !== null,
      isOpen: !seats.closedTableIds.has(id),
      diners: listDiners(id, false),
      absent: listDiners(id, true),
      walkIns,
    }),
  );
  const names = tellApart([...seats.bookings.values()]);
  const nameOf = (bookingId: string) => {
    const diner = seats.bookings.get(bookingId);
    return (diner && names.get(diner)) ?? "";
  };
  const venueName = data.event.venues.find(({ venueId }) => venueId === data.tables[0]?.venueId)?.name ?? "";
  const here = new Set(tables.flatMap(({ diners }) => diners.map(({ id }) => id)));
  // A diner who did not come doesn't prevent others from moving to another table.
  const together = seats.seatingRules.together?.map((group) => group.filter((id) => here.has(id))) ?? [];
  return {
    event: data.event,
    venueName,
    tables,
    nameOf,
    seatingRules: { ...seats.seatingRules, together },
    sharesOf: seats.sharesOf,
  };
}

/** The diner moves only together with somebody else here. */
export const isInGroup = ({ seatingRules }: HostSeats, bookingId: string) =>
  seatingRules.together.some((group) => group.length > 1 && group.includes(bookingId));

type HostSeats = NonNullable<Awaited<ReturnType<typeof loadHostSeats>>>;

const listOtherTables = ({ tables }: HostSeats, fromTableId: string) =>
  tables.filter(({ id, isOpen }) => id !== fromTableId && isOpen);

const hasDiners = ({ diners }: TableAtVenue) => diners.length > 0;

const toSeatedTable = ({ diners, absent, walkIns }: TableAtVenue): SeatedTable => ({
  venue: venueForAll,
  diners,
  absent,
  walkIns,
});

interface FreeSeat {
  tableId: string;
  number: number;
  /** What the table shares with the diner at it. */
  shares: string[];
}

/** Empty ones only once the dinner has begun. Why another is none of them may be somebody's secret. */
export function listFreeSeats(seats: HostSeats, bookingId: string, now: Date): FreeSeat[] {
  const from = seats.tables.find(({ diners }) => diners.some(({ id }) => id === bookingId));
  const diner = from?.diners.find(({ id }) => id === bookingId);
  if (!from || !diner) return [];
  const hasBegun = seats.event.date <= now;
  const others = listOtherTables(seats, from.id).filter((table) => hasBegun || hasDiners(table));
  return others.flatMap((table) =>
    mayJoin(toSeatedTable(table), [diner], seats.seatingRules)
      ? [
          {
            tableId: table.id,
            number: table.number,
            shares: seats.sharesOf([...table.diners, diner]),
          },
        ]
      : [],
  );
}

interface PlannedMove extends FreeSeat {
  /** The booking of one diner, or of a whole group that belongs together. */
  bookingIds: string[];
}

/** Where the diners of a table could go, and who would have no seat. */
export function planEmptying(seats: HostSeats, tableId: string) {
  const table = seats.tables.find(({ id }) => id === tableId);
  const others = listOtherTables(seats, tableId).filter(hasDiners);
  const filled = others.map(({ diners }) => [...diners]);
  const moves: PlannedMove[] = [];
  const withoutSeat: string[] = [];
  for (const move of findFreeSeats(table?.diners ?? [], others.map(toSeatedTable), seats.seatingRules)) {
    const to = others[move.table];
    if (!to) {
      withoutSeat.push(...move.diners);
      continue;
    }
    const together = filled[move.table] ?? [];
    together.push(...(table?.diners ?? []).filter(({ id }) => move.diners.includes(id)));
    const shares = seats.sharesOf(together);
    moves.push({ bookingIds: move.diners, tableId: to.id, number: to.number, shares });
  }
  return { moves, withoutSeat };
}
