import * as z from "zod";
import { users } from "#app/db/schema/account.ts";
import { foldName } from "#app/lib/account/name-key.ts";
import { removeInvisible } from "#app/lib/account/person.ts";
import { searchPeople } from "#app/models/account/search-people.server.ts";
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
const wholeAnswers: Record<string, string> = { y: "yes", n: "no" };
export const yesOrNo = z
  .string()
  .toLowerCase()
  .transform((answer) => wholeAnswers[answer] ?? answer)
  .pipe(z.enum(["yes", "no"], "is yes or no"))
  .transform((answer) => answer === "yes");
export const filePath = z.string().min(1);
export const noInput = z.object({});

/** How commands name a city: as in addresses, or by its name. */
export const citySlug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "is empty")
  .max(60, "is too long for the name of a city in addresses");

export const cityOption: OptionHelp = ["<city>", "the city; not needed while there is one"];

export const cityFilterOption: OptionHelp = ["<city>", "of this city only"];

export async function findCityBySlug({ db }: OperationContext, slug: string): Promise<City> {
  const exact = await findCity(db, slug);
  if (exact) return exact;
  const named = (await listCities(db)).filter(({ name }) => foldName(name) === foldName(slug));
  const [found, other] = named;
  if (!found) throw notFoundError(`There is no city ${slug}: city list shows them.`);
  if (other)
    throw usageError(
      `More than one city is called ${found.name}: name ${joinChoices(named.map((city) => city.slug))}.`,
    );
  return found;
}

export async function findCityOrOnlyOne(context: OperationContext, slug: string | undefined): Promise<City> {
  if (slug !== undefined) return findCityBySlug(context, slug);
  const cities = await listCities(context.db);
  const [only] = cities;
  if (!only) throw refusedError("There is no city yet: add one with city add.");
  if (cities.length > 1)
    throw usageError(`Name the city with --city: ${joinChoices(cities.map((city) => city.slug))}.`, "city");
  return only;
}

/** Undefined if all cities are meant. */
export const findCityFilter = async (
  context: OperationContext,
  slug: string | undefined,
): Promise<City | undefined> => (slug === undefined ? undefined : findCityBySlug(context, slug));

/** By the whole name, with or without its accents. */
async function findIdByName({ db }: OperationContext, name: string): Promise<string> {
  const found = (await searchPeople(db, { typed: name, citySlugs: undefined })).filter(
    ({ firstName, lastName }) =>
      [`${firstName} ${lastName}`, `${lastName} ${firstName}`].map(foldName).includes(foldName(name)),
  );
  const [only, other] = found;
  if (!only)
    throw notFoundError(`There is no user ${name}: type the whole name, the email address, or the id.`);
  if (other) throw refusedError(`More than one user is called ${name}: type the email address.`);
  return only.id;
}

export async function findUserByEmailOrId(context: OperationContext, emailOrPrefix: string) {
  const emailOrId = emailOrPrefix.includes("@")
    ? emailOrPrefix
    : emailOrPrefix.includes(" ")
      ? await findIdByName(context, emailOrPrefix)
      : await findIdByPrefix(context, users, "user", emailOrPrefix);
  const found = await findUser(context.db, emailOrId);
  if (!found)
    throw notFoundError(`There is no user ${emailOrPrefix}: type the whole email address, or the id.`);
  return found;
}
