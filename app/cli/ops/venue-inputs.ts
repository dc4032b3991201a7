import * as z from "zod";
import { venues } from "#app/db/schema.ts";
import { isTimeZone } from "#app/lib/dates.ts";
import { findVenue, listDiets, type Venue } from "#app/models/venue/venues.server.ts";
import { type CommandContext, findIdByPrefix } from "./command-context.ts";
import { notFoundError, usageError } from "./exit-codes.ts";
import { text } from "./inputs.ts";

export async function findVenueByPrefix(context: CommandContext, prefix: string): Promise<Venue> {
  const found = await findVenue(context.db, await findIdByPrefix(context, venues, "venue", prefix));
  if (!found) throw notFoundError(`There is no venue ${prefix}.`);
  return found;
}

export const venueFields = {
  name: text(120),
  address: text(200),
  map: z.url({ protocol: /^https$/, message: "is a link that begins with https://" }),
  zone: z.string().refine(isTimeZone, "is a time zone such as Europe/Budapest"),
  diets: z.array(z.string()),
};

export const createMapsLink = (name: string, address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;

/** Venues store diets as 1-based positions in the quiz question. */
export async function findDietPositions({ db }: CommandContext, diets: string[]): Promise<number[]> {
  const choices = await listDiets(db);
  return diets.map((diet) => {
    const index = choices.findIndex((choice) => choice.toLowerCase() === diet.trim().toLowerCase());
    if (index < 0) throw usageError(`There is no diet “${diet}”. Diets: ${choices.join("; ")}.`);
    return index + 1;
  });
}
