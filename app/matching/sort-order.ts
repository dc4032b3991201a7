import type { Diner } from "./diner.ts";

export const compareById = (one: { id: string }, other: { id: string }) =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

export const compareByPriority = (one: Diner, other: Diner) =>
  other.priority - one.priority || one.bookedAt - other.bookedAt || compareById(one, other);
