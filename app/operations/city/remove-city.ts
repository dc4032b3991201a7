import * as z from "zod";
import { countUses, removeCity } from "#app/models/city/cities.server.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { listCounts } from "#app/operations/words.ts";
import { citySlug, findCityBySlug } from "./city-inputs.ts";

export const removeCityOperation = defineOperation({
  verb: "remove",
  arguments: "<city>",
  description:
    "Removes a city that was never used. One that was used stays for its past events; diners are offered it only while it has upcoming events or a schedule.",
  example: "city remove vienna",
  concerns: "nobody",
  changesData: true,
  input: z.object({ city: citySlug }),
  async run(context, { city: slug }) {
    const { db } = context;
    const city = await findCityBySlug(context, slug);
    const { venueCount, eventCount, scheduleCount } = await countUses(db, city.id);
    const uses = listCounts([
      [venueCount, "venue"],
      [eventCount, "event"],
      [scheduleCount, "schedule"],
    ]);
    if (uses)
      throw refusedError(
        `${city.name} can’t be removed: it has ${uses}, counting past, canceled and ended ones. Diners are offered it only while it has upcoming events or a schedule: cancel or end these to put it away.`,
      );
    return {
      summary: `remove the city ${city.name}`,
      needsConfirmation: true,
      async apply() {
        if (!(await removeCity(db, city.id)))
          throw refusedError(`${city.name} has a venue, an event or a schedule now: it was not removed.`);
        return { message: `Removed ${city.name}.`, data: { id: city.id } };
      },
    };
  },
});
