import * as z from "zod";
import { users } from "#app/db/schema/account.ts";
import { removeInvisible } from "#app/lib/account/person.ts";
import { findUser } from "#app/models/account/users.server.ts";
import { type City, findCity, listCities } from "#app/models/city/cities.server.ts";
import {
  findIdByPrefix,
  notFoundError,
  type OperationContext,
  type OptionHelp,
  refusedError,
  usageError,
} from "./operation.ts";
import { joinChoices } from "./words.ts";

export const id = z.string().trim().min(1, "is empty").max(100, "is too long for an id");
/** A venue's name, or its id. */
export const venueName = z.string().trim().min(1, "is empty").max(120, "is too long for a venue");
export const ids = z.array(id).max(500).default([]);
export const text = (maxLength: number) =>
  z
    .string()
    .transform(removeInvisible)
    .pipe(z.string().min(1, "is empty").max(maxLength, `is longer than ${maxLength} characters`));
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `is a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((number) => number >= min && number <= max, `is a whole number from ${min} to ${max}`);

/** Larger events were not tested: 20,000 seats. */
export const maxTables = 4_000;
export const tableNumber = wholeNumber(1, maxTables);
export const tableCount = wholeNumber(1, maxTables);
/** More venues at one event were not tested. */
export const maxVenues = 100;
export const yesOrNo = z.enum(["yes", "no"], "is yes or no").transform((answer) => answer === "yes");
export const filePath = z.string().min(1);
export const noInput = z.object({});

/** How commands name a city. */
export const citySlug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "is empty")
  .max(60, "is too long for the name of a city in addresses");

export const cityOption: OptionHelp = ["<city>", "the city; not needed while there is one"];

export const cityFilterOption: OptionHelp = ["<city>", "of this city only"];

export async function findCityBySlug({ db }: OperationContext, slug: string): Promise<City> {
  const found = await findCity(db, slug);
  if (!found) throw notFoundError(`There is no city ${slug}: city list shows them.`);
  return found;
}

export async function findCityOrOnlyOne(context: OperationContext, slug: string | undefined): Promise<City> {
  if (slug !== undefined) return findCityBySlug(context, slug);
  const cities = await listCities(context.db);
  const [only] = cities;
  if (!only) throw refusedError("There is no city yet: add one with city add.");
  if (cities.length > 1)
    throw usageError(`Name the city with --city: ${joinChoices(cities.map((city) => city.slug))}.`);
  return only;
}

/** Undefined if all cities are meant. */
export const findCityFilter = async (
  context: OperationContext,
  slug: string | undefined,
): Promise<City | undefined> => (slug === undefined ? undefined : findCityBySlug(context, slug));

export async function findUserByEmailOrId(context: OperationContext, emailOrPrefix: string) {
  const emailOrId = emailOrPrefix.includes("@")
    ? emailOrPrefix
    : await findIdByPrefix(context, users, "user", emailOrPrefix);
  const found = await findUser(context.db, emailOrId);
  if (!found)
    throw notFoundError(`There is no user ${emailOrPrefix}: type the whole email address, or the id.`);
  return found;
}
