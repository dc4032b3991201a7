import * as z from "zod";
import { sheetFactNames } from "#app/lib/event/sheet.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import {
  addVenue,
  countComingEvents,
  countUses,
  listDiets,
  listVenues,
  removeVenue,
} from "#app/models/venue/venues.server.ts";
import {
  cityFilterOption,
  cityOption,
  citySlug,
  findCityFilter,
  findCityOrOnlyOne,
  venueName,
} from "#app/operations/inputs.ts";
import { defineOperation, type Noun, refusedError } from "#app/operations/operation.ts";
import { listCounts, plural, shortId } from "#app/operations/words.ts";
import { editVenueOperation } from "./edit-venue.ts";
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
import { answerOperation, linkOperation } from "./venue-sheets.ts";

const removeVenueOperation = defineOperation({
  verb: "remove",
  arguments: "<venue>",
  description: "Removes a venue that was never used. One that was used stays for its past events.",
  example: "venue remove 3f2a91bc",
  concerns: "nobody",
  deskRole: "city",
  changesData: true,
  input: z.object({ venue: venueName }),
  async run(context, { venue: prefix }) {
    const { db } = context;
    const venue = await findVenueByPrefix(context, prefix);
    const { eventCount, scheduleCount, tableCount, linkCount } = await countUses(db, venue.id);
    const uses = listCounts([
      [eventCount, "event"],
      [scheduleCount, "schedule"],
      [eventCount === 0 ? tableCount : 0, "table"],
      [eventCount === 0 ? linkCount : 0, "host link"],
    ]);
    if (uses)
      throw refusedError(
        `${venue.name} can’t be removed: it belongs to ${uses}, counting past, canceled and ended ones. It takes part in no further event unless you name it: event venues takes it from an upcoming one.`,
      );
    return {
      summary: `remove the venue ${venue.name}`,
      needsConfirmation: true,
      async apply() {
        if (!(await removeVenue(db, venue.id)))
          throw refusedError(`${venue.name} has an event or a schedule now: it was not removed.`);
        await deleteVenuePhoto(context, venue.photo);
        return { message: `Removed ${venue.name}.`, data: { id: venue.id } };
      },
    };
  },
});

const listOperation = defineOperation({
  verb: "list",
  description:
    "Lists venues: how many tables each usually has, its price level, whether it has step-free access, the diets it caters for, and how many events will be there.",
  example: "venue list",
  concerns: "nobody",
  deskRole: "city",
  options: { city: cityFilterOption },
  input: z.object({ city: citySlug.optional() }),
  async run(context, { city: slug }) {
    const { db, now } = context;
    const city = await findCityFilter(context, slug);
    const eventCounts = await countComingEvents(db, now);
    const [venues, choices] = [await listVenues(db, city?.id), await listDiets(db)];
    const showsCity = !city && (await hasSeveralCities(db));
    const data = venues.map(({ diets, ...venue }) => ({
      ...venue,
      eventCount: eventCounts.get(venue.id) ?? 0,
      diets: diets.flatMap((position) => choices[position - 1] ?? []),
    }));
    const rows = data.map((venue) => [
      shortId(venue.id),
      ...(showsCity ? [venue.cityName] : []),
      venue.name,
      venue.address,
      venue.tables,
      venue.priceLevel,
      venue.stepFree ? "yes" : "no",
      venue.eventCount,
      venue.diets.join("; "),
    ]);
    const headings = [
      "id",
      ...(showsCity ? ["city"] : []),
      ...["name", "address", "tables", "price", "step-free", "events", "diets"],
    ];
    const empty = "No venue yet: add one with venue add.";
    return { message: { headings, rows, empty, advice: "name a city with --city" }, data };
  },
});

const showOperation = defineOperation({
  verb: "show",
  arguments: "<venue>",
  description: "Shows everything about a venue, also its notes and what its sheets say.",
  example: 'venue show "Kis Kakukk"',
  concerns: "nobody",
  deskRole: "city",
  input: z.object({ venue: venueName }),
  async run(context, { venue: prefix }) {
    const found = await findVenueByPrefix(context, prefix);
    const choices = await listDiets(context.db);
    const rows = [["Id", found.id], ["City", found.cityName], ...describeVenue(found, choices)];
    const diets = found.diets.flatMap((position) => choices[position - 1] ?? []);
    return { message: { headings: ["", found.name], rows, empty: "" }, data: { ...found, diets } };
  },
});

const addVenueOperation = defineOperation({
  verb: "add",
  description: "Adds a venue to a city.",
  next: [
    ["Add another restaurant", "venue add"],
    ["Say on which days there are dinners", "schedule add"],
  ],
  example:
    'venue add --name "Kis Kakukk" --address "Ráday utca 31, 1092 Budapest" --tables 4 --price 2 --diets Vegetarian "No pork"',
  options: {
    city: cityOption,
    name: ["<name>", "its name"],
    address: ["<address>", "its address"],
    tables: ["<number>", "how many tables it usually has for an event"],
    price: ["<level>", "what dinner costs there, from 1 to 4, like the answers of the quiz"],
    maps: ["<link>", "a link to a map; by default a search for the address"],
    district: ["<district>", "the part of the city"],
    phone: ["<number>", "for diners who can’t find it"],
    stepFree: ["<yes|no>", "whether it has step-free access; no by default"],
    diets: ["<diets...>", "diets it caters for, worded as in the quiz"],
    photo: ["<file>", "a picture of it; without one, its page shows drawn streets"],
    email: ["<address>", sheetHelp.email],
    language: ["<language>", sheetHelp.language],
    tableNumbers: ["<names>", sheetHelp.tableNumbers],
    facts: ["<facts...>", sheetHelp.facts],
    notes: ["<text>", sheetHelp.notes],
    onFoot: ["<text>", sheetHelp.onFoot],
  },
  changesData: true,
  concerns: "nobody",
  deskRole: "city",
  input: z.object({
    ...venueFields,
    city: citySlug.optional(),
    maps: venueFields.maps.optional(),
    district: venueFields.district.optional(),
    phone: venueFields.phone.optional(),
    stepFree: venueFields.stepFree.default(false),
    diets: venueFields.diets.default([]),
    photo: venueFields.photo.optional(),
    email: venueFields.email.optional(),
    language: venueFields.language.default("en"),
    tableNumbers: venueFields.tableNumbers.default([]),
    facts: venueFields.facts.default([...sheetFactNames]),
    notes: venueFields.notes.optional(),
    onFoot: venueFields.onFoot.optional(),
  }),
  async run(context, { city: slug, maps, price, diets, photo: photoFile, facts, ...fields }) {
    const { name, address, tables } = fields;
    const city = await findCityOrOnlyOne(context, slug);
    const dietPositions = await findDietPositions(context, diets);
    const venues = await listVenues(context.db, city.id);
    const duplicateError = () => refusedError(`There is already a venue ${name} at ${address}.`);
    if (venues.some((each) => each.name === name && each.address === address)) throw duplicateError();
    const photo = photoFile === undefined ? undefined : await readVenuePhoto(context, photoFile);
    const place = (await hasSeveralCities(context.db)) ? ` in ${city.name}` : "";
    const newVenue = {
      ...fields,
      district: fields.district ?? null,
      phone: fields.phone ?? null,
      email: fields.email ?? null,
      notes: fields.notes ?? null,
      onFoot: fields.onFoot ?? null,
      sheetFacts: sortFacts(facts),
      cityId: city.id,
      googleMapsLink: maps ?? createMapsLink(name, address),
      priceLevel: price,
      diets: dietPositions,
      photo: photo?.key,
    };
    return {
      summary: `add the venue ${name}${place} with ${plural(tables, "table")}`,
      details: {
        headings: ["", "As it will be"],
        rows: describeVenue(newVenue, await listDiets(context.db)),
        empty: "",
      },
      canBeUndone: true,
      async apply() {
        await photo?.store();
        const venueId = await addVenue(context.db, newVenue);
        if (!venueId) {
          await deleteVenuePhoto(context, photo?.key ?? null);
          throw duplicateError();
        }
        return { message: `Added ${name}${place}: ${venueId}`, data: { id: venueId } };
      },
    };
  },
});

export const venue: Noun = {
  description: "Restaurants where events take place.",
  operations: [
    ...[listOperation, showOperation, addVenueOperation, editVenueOperation, removeVenueOperation],
    ...[answerOperation, linkOperation],
  ],
};
