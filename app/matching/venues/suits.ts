import type { UnmetNeed } from "#app/lib/booking/standby-reasons.ts";
import type { Needs, Offer } from "./needs.ts";

const servesDiets = (venue: Offer, diner: Needs) => (diner.diets & ~venue.diets) === 0;
const isWithinPrice = ({ price }: Offer, { maxPrice }: Needs) =>
  price === undefined || maxPrice === undefined || price <= maxPrice;
const isAccessible = (venue: Offer, diner: Needs) => !diner.stepFree || venue.stepFree === true;

export const suits = (venue: Offer, diner: Needs) =>
  servesDiets(venue, diner) && isWithinPrice(venue, diner) && isAccessible(venue, diner);

/** Equal for venues that suit the same diners. */
export const offerKey = ({ diets, price, stepFree }: Offer) => `${diets},${price ?? ""},${stepFree === true}`;

/** Explains why no venue suits a diner: the needs that no venue meets, or "venue" if none meets all of them together. */
export function listUnmetNeeds(venues: readonly Offer[], diner: Needs): UnmetNeed[] {
  if (venues.length === 0) return ["venue"];
  if (venues.some((venue) => suits(venue, diner))) return [];
  const isUnmet = (meets: (venue: Offer, diner: Needs) => boolean) =>
    !venues.some((venue) => meets(venue, diner));
  const unmet: UnmetNeed[] = [];
  if (isUnmet(servesDiets)) unmet.push("diet");
  if (isUnmet(isWithinPrice)) unmet.push("price");
  if (isUnmet(isAccessible)) unmet.push("access");
  return unmet.length > 0 ? unmet : ["venue"];
}
