import * as z from "zod";
import {
  canMoveTo,
  countUpcomingEvents,
  editVenue,
  listDiets,
  type Venue,
} from "#app/models/venue/venues.server.ts";
import { citySlug, findCityBySlug, venueName } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type OperationContext,
  refusedError,
  usageError,
} from "#app/operations/operation.ts";
import { plural } from "#app/operations/words.ts";
import {
  createMapsLink,
  deleteVenuePhoto,
  describeVenue,
  findDietPositions,
  findVenueByPrefix,
  readVenuePhoto,
  sheetHelp,
  sortFacts,
  venueFields,
} from "./venue-inputs.ts";

const none = z.literal(false);

const inputSchema = z.object({
  venue: venueName,
  city: citySlug.optional(),
  name: venueFields.name.optional(),
  address: venueFields.address.optional(),
  maps: venueFields.maps.optional(),
  tables: venueFields.tables.optional(),
  price: venueFields.price.optional(),
  district: none.or(venueFields.district).optional(),
  phone: none.or(venueFields.phone).optional(),
  stepFree: venueFields.stepFree.optional(),
  diets: none.or(venueFields.diets).optional(),
  photo: none.or(venueFields.photo).optional(),
  email: none.or(venueFields.email).optional(),
  language: venueFields.language.optional(),
  tableNumbers: none.or(venueFields.tableNumbers).optional(),
  facts: none.or(venueFields.facts).optional(),
  notes: none.or(venueFields.notes).optional(),
  onFoot: none.or(venueFields.onFoot).optional(),
});

export const editVenueOperation = defineOperation({
  verb: "edit",
  arguments: "<venue>",
  description:
    "Corrects a venue. Diners get no email: to take a venue from an event, or to give it other tables there, use event venues.",
  example: 'venue edit 3f2a91bc --address "Ráday utca 33, 1092 Budapest"',
  options: {
    name: ["<name>", "its name"],
    address: ["<address>", "its address"],
    maps: ["<link>", "a link to a map; by default a search link follows the new name and address"],
    tables: ["<number>", "how many tables it usually has; events and schedules keep the number they have"],
    price: ["<level>", "what dinner costs there, from 1 to 4"],
    district: ["<district>", "the part of the city", "the part of the city is not said"],
    phone: ["<number>", "for diners who can’t find it", "it has no phone"],
    stepFree: ["<yes|no>", "whether it has step-free access"],
    diets: ["<diets...>", "all diets it caters for, worded as in the quiz", "it caters for no special diet"],
    photo: ["<file>", "a picture of it; without one, its page shows drawn streets", "it has no picture"],
    email: ["<address>", sheetHelp.email, "it gets no sheets"],
    language: ["<language>", sheetHelp.language],
    tableNumbers: ["<names>", sheetHelp.tableNumbers, "its tables have no numbers of their own"],
    facts: ["<facts...>", sheetHelp.facts, "its sheets say only how many come"],
    notes: ["<text>", sheetHelp.notes, "there is nothing to note"],
    onFoot: ["<text>", sheetHelp.onFoot, "the address is enough"],
    city: ["<city>", "the city it is in, where it never had an event or a schedule in another one"],
  },
  changesData: true,
  concerns: "nobody",
  deskRole: "city",
  input: inputSchema,
  async readCurrent(context, named) {
    const venue = await findVenueByPrefix(context, named);
    const choices = await listDiets(context.db);
    const hasSearchLink = venue.googleMapsLink === createMapsLink(venue.name, venue.address);
    return {
      name: venue.name,
      address: venue.address,
      maps: hasSearchLink ? "" : venue.googleMapsLink,
      tables: String(venue.tables),
      price: String(venue.priceLevel),
      district: venue.district ?? "",
      phone: venue.phone ?? "",
      stepFree: venue.stepFree ? "yes" : "no",
      diets: venue.diets.flatMap((position) => choices[position - 1] ?? []).join("\n"),
      city: venue.citySlug,
      email: venue.email ?? "",
      language: venue.language,
      tableNumbers: venue.tableNumbers.join(", "),
      facts: venue.sheetFacts.join("\n"),
      notes: venue.notes ?? "",
      onFoot: venue.onFoot ?? "",
    };
  },
  async run(context, { venue: prefix, photo: photoFile, ...others }) {
    const venue = await findVenueByPrefix(context, prefix);
    const photo = photoFile ? await readVenuePhoto(context, photoFile) : undefined;
    const wanted =
      photoFile === undefined ? others : { ...others, photo: photo ? photo.key : (false as const) };
    const changes = await findChanges(context, venue, wanted);
    const upcoming = await countUpcomingEvents(context.db, venue.id, context.now);
    if (changes.cityId && !(await canMoveTo(context.db, venue.id, changes.cityId)))
      throw refusedError(
        `${venue.name} has, or had, an event or a schedule in its city: add it to the other city with venue add.`,
      );
    const { name: newName = venue.name, address: newAddress = venue.address } = changes;
    const choices = await listDiets(context.db);
    const now = describeVenue(venue, choices);
    const changed = describeVenue({ ...venue, ...changes }, choices).flatMap(([what, is], i) =>
      is === now[i]?.[1] ? [] : [[what, now[i]?.[1] ?? "", is]],
    );
    const fields = Object.keys(wanted)
      .map((field) =>
        field
          .replace("stepFree", "step-free access")
          .replace("tableNumbers", "table numbers")
          .replace("onFoot", "last bit on foot")
          .replace("facts", "sheet"),
      )
      .join(", ");
    return {
      summary: `change the ${fields} of ${venue.name}, which has ${plural(upcoming, "upcoming event")}`,
      details: { headings: ["", "Now", "As it will be"], rows: changed, empty: "" },
      canBeUndone: true,
      async apply() {
        await photo?.store();
        if (!(await editVenue(context.db, { id: venue.id, changes, now: context.now }))) {
          await deleteVenuePhoto(context, photo?.key ?? null);
          throw refusedError(
            `There is already a venue ${newName} at ${newAddress}, or this venue has an event or a schedule in its city now.`,
          );
        }
        if (changes.photo !== undefined) await deleteVenuePhoto(context, venue.photo);
        return { message: `Changed ${newName}.`, data: { id: venue.id, ...changes } };
      },
    };
  },
});

async function findChanges(
  context: OperationContext,
  venue: Venue,
  wanted: Omit<z.output<typeof inputSchema>, "venue" | "photo"> & { photo?: string | false },
): Promise<Partial<Venue>> {
  const { name = venue.name, address = venue.address, diets } = wanted;
  const hasSearchLink = venue.googleMapsLink === createMapsLink(venue.name, venue.address);
  const orNone = (value: string | false | undefined, before: string | null) =>
    value === undefined ? before : value || null;
  const edited: Omit<Venue, "id"> = {
    cityId: wanted.city === undefined ? venue.cityId : (await findCityBySlug(context, wanted.city)).id,
    name,
    address,
    googleMapsLink: wanted.maps ?? (hasSearchLink ? createMapsLink(name, address) : venue.googleMapsLink),
    tables: wanted.tables ?? venue.tables,
    priceLevel: wanted.price ?? venue.priceLevel,
    district: orNone(wanted.district, venue.district),
    phone: orNone(wanted.phone, venue.phone),
    stepFree: wanted.stepFree ?? venue.stepFree,
    diets: diets === undefined ? venue.diets : await findDietPositions(context, diets || []),
    photo: orNone(wanted.photo, venue.photo),
    email: orNone(wanted.email, venue.email),
    language: wanted.language ?? venue.language,
    notes: orNone(wanted.notes, venue.notes),
    onFoot: orNone(wanted.onFoot, venue.onFoot),
    tableNumbers: wanted.tableNumbers === undefined ? venue.tableNumbers : wanted.tableNumbers || [],
    sheetFacts: wanted.facts === undefined ? venue.sheetFacts : sortFacts(wanted.facts || []),
  };
  const changes = Object.fromEntries(
    Object.entries(edited).filter(([key, value]) => String(value) !== String(venue[key as keyof Venue])),
  );
  if (Object.keys(changes).length === 0) throw usageError("Nothing to change: all of it is so already.");
  return changes;
}
