import * as z from "zod";
import { homeZone } from "#app/lib/dates.ts";
import { addVenue, listDiets, listVenues } from "#app/models/venue/venues.server.ts";
import { command, type Noun } from "./command.ts";
import { editOneVenue } from "./edit-venue.ts";
import { refused } from "./exit-codes.ts";
import { nothing } from "./inputs.ts";
import { columns, short } from "./text-table.ts";
import { mapOf, positionsOf, venueInputs } from "./venue-inputs.ts";

const newVenue = z.object({
  ...venueInputs,
  map: venueInputs.map.optional(),
  zone: venueInputs.zone.default(homeZone),
  diets: venueInputs.diets.default([]),
});

const listThem = command({
  line: "list",
  says: "Every venue, what its kitchen cooks for, and how many dinners it has, past and to come.",
  example: "venue list",
  input: nothing,
  async run({ db }) {
    const [venues, choices] = [await listVenues(db), await listDiets(db)];
    const data = venues.map(({ diets, ...rest }) => ({
      ...rest,
      diets: diets.flatMap((position) => choices[position - 1] ?? []),
    }));
    const rows = data.map(({ id, name, address, timeZone, eventCount, diets }) => [
      short(id),
      name,
      address,
      timeZone,
      eventCount,
      diets.join(", "),
    ]);
    const names = ["id", "name", "address", "time zone", "dinners", "cooks for"];
    return { says: columns(names, rows, "No venue yet: add one with venue add."), data };
  },
});

const addOne = command({
  line: "add <name> <address>",
  says: "A new venue.",
  example: 'venue add "Kis Kakukk" "Ráday utca 31, 1092 Budapest" --diets Vegetarian "No pork"',
  options: [
    ["--map <link>", "a link to a map; a search for the address if not said"],
    ["--zone <zone>", `its time zone, ${homeZone} if not said`],
    ["--diets <diets...>", "what its kitchen can cook for, in the words of the quiz"],
  ],
  writes: true,
  input: newVenue,
  async run(desk, { name, address, map, zone, diets }) {
    const positions = await positionsOf(desk, diets);
    const venues = await listVenues(desk.db);
    const isThere = () => refused(`There is a venue ${name} at ${address} already.`);
    if (venues.some((one) => one.name === name && one.address === address)) throw isThere();
    return {
      would: `add the venue ${name}`,
      async act() {
        const googleMapsLink = map ?? mapOf(name, address);
        const fresh = { name, address, googleMapsLink, timeZone: zone, diets: positions };
        const id = await addVenue(desk.db, fresh);
        if (!id) throw isThere();
        return { says: `Added ${name}: ${id}`, data: { id } };
      },
    };
  },
});

export const venue: Noun = { says: "Where dinners are.", commands: [listThem, addOne, editOneVenue] };
