/** "3f2a91bc=4" or "Kis Kakukk=4": a venue by the first characters of its id or by its name, and how many tables it has. */
import * as z from "zod";
import type { VenueTables } from "#app/models/event/event-venues.server.ts";
import { listVenues } from "#app/models/venue/venues.server.ts";
import { maxTables, maxVenues } from "#app/operations/inputs.ts";
import type { OptionHelp } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { notFoundError, refusedError, usageError } from "#app/operations/operation-error.ts";
import { joinNames, nameKey, shortId } from "#app/operations/words.ts";

export interface WantedVenue {
  /** Or its name. */
  prefix: string;
  /** Without it, as many as the venue usually has. */
  tables: number | undefined;
}

const problem = `is a venue, or a venue and a number of tables from 1 to ${maxTables}, such as 3f2a91bc=4`;

export const wantedVenue = z.string().transform((typed, context): WantedVenue => {
  const [prefix = "", number, ...more] = typed.split("=").map((part) => part.trim());
  const tables = number === undefined ? undefined : /^\d{1,6}$/.test(number) ? Number(number) : Number.NaN;
  const isVenue = prefix !== "" && prefix.length <= 120 && more.length === 0;
  if (isVenue && (tables === undefined || (tables >= 1 && tables <= maxTables))) return { prefix, tables };
  context.addIssue({ code: "custom", message: problem });
  return z.NEVER;
});

export const wantedVenues = z
  .array(wantedVenue)
  .max(maxVenues, `names at most ${maxVenues} venues`)
  .optional();

export const venueOption: OptionHelp = [
  "<venues...>",
  "each venue, by its id or its name, and its tables, such as 3f2a91bc=4, or as many as usual without =4; not needed where the city has one",
];

type NamedVenue = { id: string; name: string };

/** Those with this id or this name; where there is none, those whose id begins so. */
export function matchVenues<Found extends NamedVenue>(venues: readonly Found[], typed: string): Found[] {
  const exact = venues.filter(({ id }) => id === typed);
  if (exact.length > 0) return exact;
  const named = venues.filter(({ name }) => nameKey(name) === nameKey(typed));
  return named.length > 0 ? named : venues.filter(({ id }) => id.startsWith(typed));
}

/** Of venues that are loaded already. */
export function findVenueAmong<Found extends NamedVenue>(
  venues: readonly Found[],
  typed: string,
  where: string,
): Found {
  const found = matchVenues(venues, typed);
  const [first, second] = found;
  if (!first)
    throw notFoundError(
      `There is no venue ${typed} ${where}: type its id or its whole name, see venue list.`,
    );
  if (!second) return first;
  throw refusedError(
    nameKey(first.name) === nameKey(typed)
      ? `More than one venue is called ${first.name}: type the id, ${joinNames(found.map(({ id }) => shortId(id)))}.`
      : `More than one venue begins with ${typed}: type more of the id.`,
  );
}

interface ChosenVenue extends VenueTables {
  name: string;
}

/** The named venues of a city, or its only one. */
export async function findVenueTables(
  { db }: OperationContext,
  city: { id: string; name: string },
  wanted: readonly WantedVenue[] | undefined,
): Promise<ChosenVenue[]> {
  const venues = await listVenues(db, city.id);
  const [only, other] = venues;
  if (!only) throw refusedError(`${city.name} has no venue yet: add one with venue add.`);
  if (!wanted && other)
    throw usageError(`Name the venues with --venue: ${city.name} has ${venues.length}, see venue list.`);
  const chosen = (wanted ?? [{ prefix: only.id, tables: undefined }]).map(({ prefix, tables }) => {
    const venue = findVenueAmong(venues, prefix, `in ${city.name}`);
    return { venueId: venue.id, name: venue.name, tables: tables ?? venue.tables };
  });
  const twice = chosen.find(({ venueId }, i) => chosen.findIndex((each) => each.venueId === venueId) < i);
  if (twice) throw usageError(`${twice.name} (${shortId(twice.venueId)}) is named twice.`);
  requireTestedSize(chosen);
  return chosen;
}

export function requireTestedSize(venues: readonly { tables: number }[]): void {
  if (venues.length > maxVenues) throw refusedError(`An event has at most ${maxVenues} venues.`);
  if (venues.reduce((sum, { tables }) => sum + tables, 0) > maxTables)
    throw refusedError(`An event has at most ${maxTables} tables.`);
}

/** Where a venue moved to another city since it was chosen. */
export const movedVenueError = (city: { name: string }) =>
  refusedError(`A venue is not in ${city.name} anymore: look at venue list and try again.`);

/** "Kakukk", or "3 venues" */
export const nameVenues = (venues: readonly { name: string }[]) =>
  venues.length === 1 ? (venues[0]?.name ?? "") : `${venues.length} venues`;
