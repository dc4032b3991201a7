import * as z from "zod";
import { type City, findCity, listCities } from "#app/models/city/cities.server.ts";
import type { OptionHelp } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { notFoundError, refusedError, usageError } from "#app/operations/operation-error.ts";
import { joinChoices } from "#app/operations/words.ts";

/** How commands name a city. */
export const citySlug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "is empty")
  .max(60, "is too long for the name of a city in addresses");

export const cityOption: OptionHelp = [
  "<city>",
  "the city, as city list names it; not needed while there is one",
];

export const cityFilterOption: OptionHelp = ["<city>", "of this city only"];

export async function findCityBySlug({ db }: OperationContext, slug: string): Promise<City> {
  const found = await findCity(db, slug);
  if (!found) throw notFoundError(`There is no city ${slug}: city list shows them.`);
  return found;
}

/** The named city, or the only one. */
export async function findCityOrOnlyOne(context: OperationContext, slug: string | undefined): Promise<City> {
  if (slug !== undefined) return findCityBySlug(context, slug);
  const cities = await listCities(context.db);
  const [only] = cities;
  if (!only) throw refusedError("There is no city yet: add one with city add.");
  if (cities.length > 1)
    throw usageError(`Name the city with --city: ${joinChoices(cities.map((city) => city.slug))}.`);
  return only;
}

/** Nothing where all cities are meant. */
export const findCityFilter = async (
  context: OperationContext,
  slug: string | undefined,
): Promise<City | undefined> => (slug === undefined ? undefined : findCityBySlug(context, slug));
