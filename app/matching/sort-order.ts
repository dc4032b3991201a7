import type { Diner } from "./diner.ts";

export const compareById = (one: { id: string }, other: { id: string }) =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** Among diners of the same priority, somebody whose last evening was bad gets a free seat first. */
export const compareByBoost = (one: Pick<Diner, "boost">, other: Pick<Diner, "boost">) =>
  Number(other.boost ?? false) - Number(one.boost ?? false);

export const compareByPriority = (one: Diner, other: Diner) =>
  other.priority - one.priority || one.bookedAt - other.bookedAt || compareById(one, other);
