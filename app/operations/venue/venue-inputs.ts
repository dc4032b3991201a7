import * as z from "zod";
import { findVenue, listDiets, listVenues, type VenueDetails } from "#app/models/venue/venues.server.ts";
import { tableCount, text, wholeNumber, yesOrNo } from "#app/operations/inputs.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { notFoundError, usageError } from "#app/operations/operation-error.ts";
import { findVenueAmong } from "./venue-tables.ts";

/** By its id, or by its name. */
export async function findVenueByPrefix(context: OperationContext, typed: string): Promise<VenueDetails> {
  const { id } = findVenueAmong(await listVenues(context.db), typed, "in this club");
  const found = await findVenue(context.db, id);
  if (!found) throw notFoundError(`There is no venue ${typed}.`);
  return found;
}

const httpsAddress = z
  .url({ protocol: /^https$/, message: "is a link that begins with https://" })
  .max(500, "is longer than 500 characters");

export const venueFields = {
  name: text(120),
  address: text(200),
  district: text(80),
  maps: httpsAddress,
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d ()/.-]{4,30}$/, "is a phone number such as +36 1 234 5678"),
  tables: tableCount,
  price: wholeNumber(1, 4),
  stepFree: yesOrNo,
  diets: z.array(z.string()),
  photo: text(500),
};

export const createMapsLink = (name: string, address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;

/** Venues store diets as 1-based positions in the quiz question. */
export async function findDietPositions({ db }: OperationContext, diets: string[]): Promise<number[]> {
  const choices = await listDiets(db);
  const positions = diets.map((diet) => {
    const index = choices.findIndex((choice) => choice.toLowerCase() === diet.trim().toLowerCase());
    if (index < 0) throw usageError(`There is no diet “${diet}”. Diets: ${choices.join("; ")}.`);
    return index + 1;
  });
  return [...new Set(positions)].sort((one, other) => one - other);
}
