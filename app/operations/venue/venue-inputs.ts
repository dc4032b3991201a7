import { readFileSync } from "node:fs";
import * as z from "zod";
import { foldName } from "#app/lib/account/name-key.ts";
import { type SheetFact, sheetFactNames } from "#app/lib/event/sheet.ts";
import { createVenuePhotoKey, venuePhotoSize } from "#app/lib/event/venue-photos.ts";
import { tableSize } from "#app/lib/table-size.ts";
import type { VenueTables } from "#app/models/event/event-venues.server.ts";
import {
  findVenue,
  listDiets,
  listVenues,
  type Venue,
  type VenueDetails,
} from "#app/models/venue/venues.server.ts";
import { toFileError } from "#app/operations/files.ts";
import { maxTables, maxVenues, tableCount, text, wholeNumber, yesOrNo } from "#app/operations/inputs.ts";
import {
  notFoundError,
  type OperationContext,
  type OptionHelp,
  refusedError,
  usageError,
} from "#app/operations/operation.ts";
import { joinNames, nameKey, shortId } from "#app/operations/words.ts";

/** Finds a venue by its id or by its name. */
export async function findVenueByPrefix(context: OperationContext, typed: string): Promise<VenueDetails> {
  const { id } = findVenueAmong(await listVenues(context.db), typed, "in this club");
  const found = await findVenue(context.db, id);
  if (!found) throw notFoundError(`There is no venue ${typed}.`);
  return found;
}

const httpsAddress = z
  .url({ protocol: /^https$/, message: "is a link that begins with https://" })
  .max(500, "is longer than 500 characters");

const splitAtCommas = (typed: string) =>
  typed
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

export const venueFields = {
  name: text(120),
  address: text(200),
  district: text(80),
  maps: httpsAddress,
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d ()/.-]{4,30}$/, "is a phone number such as +36 1 234 5678"),
  tables: tableCount,
  price: wholeNumber(1, 4),
  stepFree: yesOrNo,
  diets: z.array(z.string()),
  photo: text(500),
  email: z.email("is an email address").max(200, "is longer than 200 characters"),
  language: z
    .string()
    .trim()
    .max(35, "is a language such as en, hu or de")
    .refine(isLanguage, "is a language such as en, hu or de")
    .transform((tag) => Intl.getCanonicalLocales(tag)[0] ?? tag),
  notes: text(500),
  onFoot: text(600),
  tableNumbers: text(2_000)
    .transform(splitAtCommas)
    .pipe(
      z
        .array(text(12))
        .max(200, "has at most 200 tables")
        .refine((numbers) => new Set(numbers).size === numbers.length, "has a table twice"),
    ),
  facts: z.array(z.enum(sheetFactNames, `is one of ${sheetFactNames.join(", ")}`)),
};

function isLanguage(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false;
  }
}

/** In the order of the list, each once. */
export const sortFacts = (facts: readonly SheetFact[]) =>
  sheetFactNames.filter((fact) => facts.includes(fact));

/** What `venue add` and `venue edit` say of what a sheet needs. */
export const sheetHelp = {
  email: "where its sheets are sent: how many come, at which tables, and what they can’t eat",
  language: "in which its sheets write dates, such as hu; English by default",
  tableNumbers: 'its own numbers of the tables it keeps for us, in their order: "12, 14, T3"',
  facts: `what its sheets say besides how many come: ${sheetFactNames.join(", ")}; all by default`,
  notes: "for hosts and operators, such as where the bell is",
  onFoot: "the last steps of the way there, which its diners read: a line each, or with a ; between them",
};

export const createMapsLink = (name: string, address: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;

/** Venues store diets as 1-based positions in the quiz question. */
export async function findDietPositions(
  { db }: Pick<OperationContext, "db">,
  diets: string[],
): Promise<number[]> {
  const choices = await listDiets(db);
  const find = (diet: string) => choices.findIndex((choice) => foldName(choice) === foldName(diet));
  const named = diets.flatMap((diet) => (find(diet) < 0 ? splitAtCommas(diet) : [diet]));
  const positions = named.map((diet) => {
    const index = find(diet);
    if (index < 0) throw usageError(`There is no diet “${diet}”. Diets: ${choices.join("; ")}.`, "diets");
    return index + 1;
  });
  return [...new Set(positions)].sort((one, other) => one - other);
}

type DescribedVenue = Pick<
  Venue,
  | "name"
  | "address"
  | "tables"
  | "priceLevel"
  | "stepFree"
  | "diets"
  | "district"
  | "phone"
  | "googleMapsLink"
> &
  Partial<Pick<Venue, "email" | "language" | "notes" | "onFoot" | "tableNumbers" | "sheetFacts">>;

/** Everything that is stored of a venue, in words. */
export const describeVenue = (
  venue: DescribedVenue,
  choices: readonly string[],
): [what: string, is: string][] => [
  ["Name", venue.name],
  ["Address", venue.address],
  ["Tables", `${venue.tables}, ${venue.tables * tableSize} seats`],
  ["Price", `${venue.priceLevel} of 4`],
  ["Step-free access", venue.stepFree ? "yes" : "no"],
  ["Diets", venue.diets.map((position) => choices[position - 1]).join(", ") || "none"],
  ["District", venue.district ?? "–"],
  ["Phone", venue.phone ?? "–"],
  [
    "Map",
    venue.googleMapsLink === createMapsLink(venue.name, venue.address)
      ? "a search for its name and address"
      : venue.googleMapsLink,
  ],
  ["Email", venue.email ?? "–"],
  ["Language", venue.language ?? "en"],
  ["Its table numbers", venue.tableNumbers?.join(", ") || "–"],
  ["Its sheet says", (venue.sheetFacts ?? sheetFactNames).join(", ") || "how many come"],
  ["Notes", venue.notes ?? "–"],
  ["On foot", venue.onFoot ?? "–"],
];

interface VenuePhoto {
  key: string;
  store(): Promise<unknown>;
}

/** Crops and shrinks the photo here; no page shows the original. */
export async function readVenuePhoto({ env }: OperationContext, file: string): Promise<VenuePhoto> {
  const key = createVenuePhotoKey();
  const bytes = await shrink(readFile(file)).catch(() => {
    throw usageError(`${file} is not a picture: use a JPEG, PNG or WebP file.`);
  });
  const httpMetadata = { contentType: "image/webp" };
  return { key, store: () => env.AVATARS.put(key, bytes, { httpMetadata }) };
}

export async function deleteVenuePhoto({ env }: OperationContext, key: string | null): Promise<void> {
  if (key) await env.AVATARS.delete([key]);
}

async function shrink(bytes: Buffer): Promise<Uint8Array> {
  // Other commands start faster without it.
  const { default: sharp } = await import("sharp");
  const resized = sharp(bytes)
    .autoOrient()
    .resize({ ...venuePhotoSize, fit: "cover" });
  return resized.webp({ quality: 72 }).toBuffer();
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw toFileError(error, file, "read");
  }
}

/** "3f2a91bc=4" or "Kis Kakukk=4": a venue by the first characters of its id or by its name, and how many tables it has. */

export interface WantedVenue {
  /** The first characters of its id, or its name. */
  prefix: string;
  /** If undefined, the venue has as many tables as usual. */
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
  "<venue=tables...>",
  "each venue and how many tables it has, such as 3f2a91bc=4; as many as usual without a number; not needed where the city has one",
];

type NamedVenue = { id: string; name: string };

/** Finds venues with this id, or this name, or this name but for accents; if there are none, venues whose id begins with it. */
export function matchVenues<Found extends NamedVenue>(venues: readonly Found[], typed: string): Found[] {
  const exact = venues.filter(({ id }) => id === typed);
  if (exact.length > 0) return exact;
  const named = venues.filter(({ name }) => nameKey(name) === nameKey(typed));
  if (named.length > 0) return named;
  const alike = venues.filter(({ name }) => foldName(name) === foldName(typed) && foldName(typed) !== "");
  return alike.length > 0 ? alike : venues.filter(({ id }) => id.startsWith(typed));
}

/** Searches venues that are already loaded. */
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
    foldName(first.name) === foldName(typed)
      ? `More than one venue is called ${first.name}: type the id, ${joinNames(found.map(({ id }) => shortId(id)))}.`
      : `More than one venue begins with ${typed}: type more of the id.`,
  );
}

interface ChosenVenue extends VenueTables {
  name: string;
}

/** Finds the named venues of a city, or its only one. */
export async function findVenueTables(
  { db }: OperationContext,
  city: { id: string; name: string },
  wanted: readonly WantedVenue[] | undefined,
): Promise<ChosenVenue[]> {
  const venues = await listVenues(db, city.id);
  const [only, other] = venues;
  if (!only) throw refusedError(`${city.name} has no venue yet: add one with venue add.`);
  if (!wanted && other)
    throw usageError(
      `Name the venues with --venue: ${city.name} has ${venues.length}, see venue list.`,
      "venue",
    );
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

/** Thrown if a venue moved to another city after it was chosen. */
export const movedVenueError = (city: { name: string }) =>
  refusedError(`A venue is not in ${city.name} anymore: look at venue list and try again.`);

/** "Kakukk", or "3 venues" */
export const nameVenues = (venues: readonly { name: string }[]) =>
  venues.length === 1 ? (venues[0]?.name ?? "") : `${venues.length} venues`;
