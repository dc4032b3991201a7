import * as z from "zod";
import { countFreeSeats } from "#app/lib/table-size.ts";
import { capitalize } from "#app/lib/text.ts";
import { type LoadedEvening, loadEvening } from "#app/models/event/evening.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { planWhatWouldSeat, type WouldSeat } from "#app/models/seating/what-would-seat.server.ts";
import { listDiets } from "#app/models/venue/venues.server.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation, type OperationContext } from "#app/operations/operation.ts";
import { joinNames, plural } from "#app/operations/words.ts";
import { findEventWithTables } from "./find-event.ts";
import { listFreeSeats } from "./show-event.ts";

export interface Filling {
  /** "Zita at table 4", or "No vegan kitchen at Casa: with one" */
  title: string;
  count: number;
  /** "Ágota, Bence V. and Hanna" */
  names: string;
  /** What the desk offers to do about it. */
  command: { name: string; fields: Record<string, string> } | null;
}

/** Who could sit where, and what would seat the others, in words. */
export async function listFillings(
  context: OperationContext,
  event: Pick<EventDetails, "id" | "venues">,
  evening: LoadedEvening,
): Promise<{ fillings: Filling[]; isTooLarge: boolean }> {
  const data = await loadMatchData(context.db, event.id);
  if (!data) return { fillings: [], isTooLarge: false };
  const { seated, changes, isTooLarge } = planWhatWouldSeat(event.id, data, context.env, context.now);
  const nameById = new Map(evening.standby.map(({ bookingId, name }) => [bookingId, name]));
  const nameAll = (ids: readonly string[]) =>
    joinNames(
      ids.map((each) => nameById.get(each) ?? ""),
      ids.length,
    );
  const venueName = (venueId: string) => event.venues.find((venue) => venue.venueId === venueId)?.name ?? "";
  const numberOf = (tableId: string) => evening.tables.find((table) => table.id === tableId)?.number ?? 0;
  const diets = changes.length > 0 ? await listDiets(context.db) : [];
  const atFreeSeats = seated.map(({ bookingIds, tableId, venueId }): Filling => {
    const [only] = bookingIds;
    return {
      title: `${nameAll(bookingIds)} at ${tableId ? `table ${numberOf(tableId)}` : "a new table"}`,
      count: bookingIds.length,
      names: venueName(venueId),
      command:
        tableId && only
          ? { name: "booking confirm", fields: { booking: only, table: String(numberOf(tableId)) } }
          : null,
    };
  });
  return {
    fillings: [...atFreeSeats, ...describeChanges(changes, { event, diets, nameAll: (ids) => nameAll(ids) })],
    isTooLarge,
  };
}

/** What a restaurant lacks: "no vegan kitchen at Casa" */
export const describeLack = {
  diet: (venue: string, diet: string) => `no ${diet.toLowerCase()} kitchen at ${venue}`,
  price: (venue: string) => `${venue} costs too much`,
  access: (venue: string) => `no way in without steps at ${venue}`,
};

interface Described {
  event: Pick<EventDetails, "id" | "venues">;
  diets: readonly string[];
  nameAll(bookingIds: readonly string[]): string;
}

/** "No vegan kitchen at Casa: with one", and how many that would seat. */
export function describeChanges(
  changes: readonly WouldSeat[],
  { event, diets, nameAll }: Described,
): Filling[] {
  return changes.map(({ venueId, change, bookingIds }): Filling => {
    const venue = event.venues.find((each) => each.venueId === venueId);
    const name = venue?.name ?? "";
    const title =
      change === "table"
        ? `One more table at ${name}`
        : "price" in change
          ? `${describeLack.price(name)}: at price level ${change.price}`
          : `${describeLack.diet(name, diets[change.diet - 1] ?? "")}: with one`;
    return {
      title: capitalize(title),
      count: bookingIds.length,
      names: nameAll(bookingIds),
      command:
        change === "table"
          ? {
              name: "event venues",
              fields: { event: event.id, set: `${venueId}=${(venue?.tables ?? 0) + 1}` },
            }
          : { name: "venue edit", fields: { venue: venueId } },
    };
  });
}

export const eventSeats = defineOperation({
  verb: "seats",
  arguments: "<event>",
  description:
    "Shows the empty seats of an event with tables, who on standby fits there, and which change of a restaurant would seat the others.",
  example: "event seats 3f2a91bc",
  concerns: "everybody",
  deskRole: "door",
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventWithTables(context, prefix);
    const evening = await loadEvening(context.db, event.id, context.now);
    const { fillings, isTooLarge } = await listFillings(context, event, evening);
    const rows = fillings.map(({ title, count, names }) => [title, `+${count}`, names]);
    const standbyCount = evening.standby.length;
    return {
      message: [
        `${plural(standbyCount, "diner is", "diners are")} on standby.`,
        ...(isTooLarge ? ["They are too many to try what would seat them one by one."] : []),
        {
          headings: ["what", "seats", "who, or where"],
          rows,
          empty: standbyCount > 0 ? "Nothing that we tried would seat them." : sayFreeSeats(evening.tables),
        },
      ],
      data: { standby: standbyCount, fillings },
    };
  },
});

/** Also for somebody who comes without a booking. */
function sayFreeSeats(tables: LoadedEvening["tables"]): string {
  const free = tables
    .map((table) => ({ number: table.number, freeSeats: countFreeSeats(table) }))
    .filter(({ freeSeats }) => freeSeats > 0);
  const end =
    free.length > 0 ? `: tables with free seats are ${listFreeSeats(free)}` : ", and every table is full";
  return `Everybody has a seat${end}.`;
}
