import type { Diner } from "./diner.ts";

export const compareById = (one: { id: string }, other: { id: string }) =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** Who had a bad evening comes before others of the same priority where a seat is free. */
export const compareByBoost = (one: Pick<Diner, "boost">, other: Pick<Diner, "boost">) =>
  Number(other.boost ?? false) - Number(one.boost ?? false);

export const compareByPriority = (one: Diner, other: Diner) =>
  other.priority - one.priority || one.bookedAt - other.bookedAt || compareById(one, other);
