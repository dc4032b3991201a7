import * as z from "zod";
import { venues } from "#app/db/schema.ts";
import { isTimeZone } from "#app/lib/dates.ts";
import { findVenue, listDiets, type Venue } from "#app/models/venue/venues.server.ts";
import { type Desk, theOne } from "./command-context.ts";
import { notFound, wrongUsage } from "./exit-codes.ts";
import { text } from "./inputs.ts";

/** The venue whose id begins so. */
export async function venueNamed(desk: Desk, start: string): Promise<Venue> {
  const found = await findVenue(desk.db, await theOne(desk, venues, "venue", start));
  if (!found) throw notFound(`There is no venue ${start}.`);
  return found;
}

/** What may be said of one. */
export const venueInputs = {
  name: text(120),
  address: text(200),
  map: z.url({ protocol: /^https$/, message: "is a link that begins with https://" }),
  zone: z.string().refine(isTimeZone, "is a time zone such as Europe/Budapest"),
  diets: z.array(z.string()),
};

export const mapOf = (name: string, address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;

/** Diets in the words of the quiz, as a venue keeps them. */
export async function positionsOf({ db }: Desk, diets: string[]): Promise<number[]> {
  const choices = await listDiets(db);
  return diets.map((diet) => {
    const place = choices.findIndex((choice) => choice.toLowerCase() === diet.trim().toLowerCase());
    if (place < 0) throw wrongUsage(`There is no diet “${diet}”: say ${choices.join(", ")}.`);
    return place + 1;
  });
}
