import * as z from "zod";
import { homeZone } from "#app/lib/dates.ts";
import { addVenue, listDiets, listVenues } from "#app/models/venue/venues.server.ts";
import { type CommandGroup, defineCommand } from "./command.ts";
import { editVenueCommand } from "./edit-venue.ts";
import { refusedError } from "./exit-codes.ts";
import { noInput } from "./inputs.ts";
import { formatRows, shortId } from "./text-table.ts";
import { createMapsLink, findDietPositions, venueFields } from "./venue-inputs.ts";

const listCommand = defineCommand({
  usage: "list",
  description: "Lists venues, the diets they cook for, and how many events each has had or will have.",
  example: "venue list",
  input: noInput,
  async run({ db }) {
    const [venues, choices] = [await listVenues(db), await listDiets(db)];
    const data = venues.map(({ diets, ...venue }) => ({
      ...venue,
      diets: diets.flatMap((position) => choices[position - 1] ?? []),
    }));
    const rows = data.map(({ id, name, address, timeZone, eventCount, diets }) => [
      shortId(id),
      name,
      address,
      timeZone,
      eventCount,
      diets.join("; "),
    ]);
    const headings = ["id", "name", "address", "time zone", "events", "diets"];
    return { message: formatRows(headings, rows, "No venue yet: add one with venue add."), data };
  },
});

const addCommand = defineCommand({
  usage: "add <name> <address>",
  description: "Adds a venue.",
  example: 'venue add "Kis Kakukk" "Ráday utca 31, 1092 Budapest" --diets Vegetarian "No pork"',
  options: [
    ["--map <link>", "a link to a map; by default a search for the address"],
    ["--zone <zone>", `its time zone, ${homeZone} by default`],
    ["--diets <diets...>", "diets its kitchen can cook for, worded as in the quiz"],
  ],
  changesData: true,
  input: z.object({
    ...venueFields,
    map: venueFields.map.optional(),
    zone: venueFields.zone.default(homeZone),
    diets: venueFields.diets.default([]),
  }),
  async run(context, { name, address, map, zone, diets }) {
    const dietPositions = await findDietPositions(context, diets);
    const venues = await listVenues(context.db);
    const duplicateError = () => refusedError(`There is already a venue ${name} at ${address}.`);
    if (venues.some((each) => each.name === name && each.address === address)) throw duplicateError();
    return {
      summary: `add the venue ${name}`,
      async apply() {
        const googleMapsLink = map ?? createMapsLink(name, address);
        const newVenue = { name, address, googleMapsLink, timeZone: zone, diets: dietPositions };
        const venueId = await addVenue(context.db, newVenue);
        if (!venueId) throw duplicateError();
        return { message: `Added ${name}: ${venueId}`, data: { id: venueId } };
      },
    };
  },
});

export const venue: CommandGroup = {
  description: "Restaurants where events take place.",
  commands: [listCommand, addCommand, editVenueCommand],
};
