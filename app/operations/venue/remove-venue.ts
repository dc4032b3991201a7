import * as z from "zod";
import { countUses, removeVenue } from "#app/models/venue/venues.server.ts";
import { venueName } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { listCounts } from "#app/operations/words.ts";
import { findVenueByPrefix } from "./venue-inputs.ts";
import { deleteVenuePhoto } from "./venue-photo.ts";

export const removeVenueOperation = defineOperation({
  verb: "remove",
  arguments: "<venue>",
  description: "Removes a venue that was never used. One that was used stays for its past events.",
  example: "venue remove 3f2a91bc",
  concerns: "nobody",
  changesData: true,
  input: z.object({ venue: venueName }),
  async run(context, { venue: prefix }) {
    const { db } = context;
    const venue = await findVenueByPrefix(context, prefix);
    const { eventCount, scheduleCount, tableCount, linkCount } = await countUses(db, venue.id);
    const uses = listCounts([
      [eventCount, "event"],
      [scheduleCount, "schedule"],
      [eventCount === 0 ? tableCount : 0, "table"],
      [eventCount === 0 ? linkCount : 0, "host link"],
    ]);
    if (uses)
      throw refusedError(
        `${venue.name} can’t be removed: it belongs to ${uses}, counting past, canceled and ended ones. It takes part in no further event unless you name it: event venues takes it from an upcoming one.`,
      );
    return {
      summary: `remove the venue ${venue.name}`,
      needsConfirmation: true,
      async apply() {
        if (!(await removeVenue(db, venue.id)))
          throw refusedError(`${venue.name} has an event or a schedule now: it was not removed.`);
        await deleteVenuePhoto(context, venue.photo);
        return { message: `Removed ${venue.name}.`, data: { id: venue.id } };
      },
    };
  },
});
