import * as z from "zod";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { markAttendance } from "#app/models/booking/event-transitions.server.ts";
import { defineCommand } from "./command.ts";
import { notFoundError, refusedError, usageError } from "./exit-codes.ts";
import { describeEvent, findEventByPrefix } from "./find-event.ts";
import { id, ids } from "./inputs.ts";
import { plural, shortId } from "./text-table.ts";

export const attendance = defineCommand({
  usage: "attendance <event>",
  description: "Records who came and who did not. Run it again to correct it.",
  example: "attendance 3f2a91bc --all-came --except 8c07d2e4 77aa01fe",
  options: [
    ["--all-came", "every diner with a seat came"],
    ["--except <bookings...>", "with --all-came: these did not come"],
    ["--attended <bookings...>", "these came"],
    ["--missed <bookings...>", "these did not come"],
  ],
  changesData: true,
  input: z.object({
    event: id,
    attended: ids,
    missed: ids,
    allCame: z.boolean().default(false),
    except: ids,
  }),
  async run(context, { event: prefix, attended, missed, allCame, except }) {
    if (allCame === attended.length + missed.length > 0)
      throw usageError("Use --all-came, or name bookings with --attended and --missed.");
    if (except.length > 0 && !allCame) throw usageError("Use --except only with --all-came.");
    const event = await findEventByPrefix(context, prefix);
    if (event.date > context.now) throw refusedError(`${describeEvent(event)} has not taken place yet.`);
    const seated = (await listEventBookings(context.db, event.id)).filter(
      (booking) => booking.confirmed && !booking.canceled,
    );
    const bookingIds = seated.map((booking) => booking.id);
    const noShowIds = findByPrefixes([...missed, ...except], bookingIds);
    const noShows = new Set(noShowIds);
    const attendedIds = allCame
      ? bookingIds.filter((bookingId) => !noShows.has(bookingId))
      : findByPrefixes(attended, bookingIds);
    if (attendedIds.some((bookingId) => noShows.has(bookingId)))
      throw usageError("A booking can’t be both attended and missed.");
    return {
      summary: `mark ${attendedIds.length} as attended and ${noShowIds.length} as missed`,
      async apply() {
        const marked = await markAttendance(context.db, event.id, {
          attended: attendedIds,
          noShow: noShowIds,
        });
        const message = `Marked ${plural(marked, "booking")}: ${attendedIds.length} attended, ${noShowIds.length} missed.`;
        return { message, data: { attended: attendedIds, noShow: noShowIds } };
      },
    };
  },
});

/** Reads the ids once for each length of a prefix, since a large event has thousands. */
function findByPrefixes(prefixes: string[], bookingIds: string[]): string[] {
  const idsByStart = new Map(
    [...new Set(prefixes.map(({ length }) => length))].map((length) => [
      length,
      Map.groupBy(bookingIds, (bookingId) => bookingId.slice(0, length)),
    ]),
  );
  return prefixes.map((prefix) => {
    const [found, other] = idsByStart.get(prefix.length)?.get(prefix) ?? [];
    if (!found) throw notFoundError(`No booking ${prefix} has a seat at this event.`);
    if (other)
      throw refusedError(
        `More than one booking begins with ${prefix}: ${shortId(found)}, ${shortId(other)}.`,
      );
    return found;
  });
}
