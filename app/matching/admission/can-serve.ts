import type { Diner, Venue } from "#app/matching/diner.ts";

export const canServe = (venue: Venue, diner: Diner) => (diner.diets & ~venue.diets) === 0;
