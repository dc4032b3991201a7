import type { Diner, Venue } from "#app/matching/diner.ts";
import type { Standby } from "#app/matching/seating.ts";

const servesDiets = (venue: Venue, diner: Diner) => (diner.diets & ~venue.diets) === 0;
const isWithinPrice = ({ price }: Venue, { maxPrice }: Diner) =>
  price === undefined || maxPrice === undefined || price <= maxPrice;
const isAccessible = (venue: Venue, diner: Diner) => !diner.stepFree || venue.stepFree === true;

export const suits = (venue: Venue, diner: Diner) =>
  servesDiets(venue, diner) && isWithinPrice(venue, diner) && isAccessible(venue, diner);

/** Why no venue suits a diner: the first of their needs that no venue meets, or that none meets all together. */
export function explainUnsuited(venues: readonly Venue[], diner: Diner): Standby["reason"] {
  const isMet = (meets: (venue: Venue, diner: Diner) => boolean) =>
    venues.length === 0 || venues.some((venue) => meets(venue, diner));
  if (!isMet(servesDiets)) return "diet";
  if (!isMet(isWithinPrice)) return "price";
  return isMet(isAccessible) ? "venue" : "access";
}
