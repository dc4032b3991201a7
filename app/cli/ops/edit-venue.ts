import * as z from "zod";
import { countUpcomingEvents, editVenue, type Venue } from "#app/models/venue/venues.server.ts";
import { command } from "./command.ts";
import type { Desk } from "./command-context.ts";
import { refused, wrongUsage } from "./exit-codes.ts";
import { id } from "./inputs.ts";
import { many } from "./text-table.ts";
import { mapOf, positionsOf, venueInputs, venueNamed } from "./venue-inputs.ts";

const { name, address, map, zone, diets } = venueInputs;

const edit = z.object({
  venue: id,
  name: name.optional(),
  address: address.optional(),
  map: map.optional(),
  zone: zone.optional(),
  diets: z.union([diets, z.literal(false)]).optional(),
});

export const editOneVenue = command({
  line: "edit <venue>",
  says: "Corrects how a venue is written, or what its kitchen cooks for; nobody is told. To move a dinner elsewhere and tell who has booked, event edit.",
  example: 'venue edit 3f2a91bc --address "Ráday utca 33, 1092 Budapest"',
  options: [
    ["--name <name>", "what it is called"],
    ["--address <address>", "where it is"],
    ["--map <link>", "a link to a map; if not said, one that was a search for the address follows it"],
    ["--zone <zone>", "its time zone, while no dinner is to come there"],
    ["--diets <diets...>", "all that its kitchen can cook for, in the words of the quiz"],
    ["--no-diets", "it can cook for none of them"],
  ],
  writes: true,
  input: edit,
  async run(desk, { venue: start, ...wanted }) {
    const venue = await venueNamed(desk, start);
    const changes = await changesOf(desk, venue, wanted);
    const ahead = await countUpcomingEvents(desk.db, venue.id, desk.now);
    if (changes.timeZone && ahead > 0)
      throw refused(`${many(ahead, "dinner")} to come there would be at another hour: move them first.`);
    const { name: called = venue.name, address: lies = venue.address } = changes;
    const said = Object.keys(wanted).join(", ");
    return {
      would: `change the ${said} of ${venue.name}, where ${many(ahead, "dinner is", "dinners are")} to come`,
      async act() {
        if (!(await editVenue(desk.db, { id: venue.id, changes, now: desk.now })))
          throw refused(`There is a venue ${called} at ${lies} already, or a dinner here since.`);
        return { says: `Changed ${called}.`, data: { id: venue.id, ...changes } };
      },
    };
  },
});

async function changesOf(
  desk: Desk,
  venue: Venue,
  wanted: Omit<z.output<typeof edit>, "venue">,
): Promise<Partial<Venue>> {
  const { name = venue.name, address = venue.address, zone = venue.timeZone, diets } = wanted;
  const followed = venue.googleMapsLink === mapOf(venue.name, venue.address);
  const after: Omit<Venue, "id"> = {
    name,
    address,
    googleMapsLink: wanted.map ?? (followed ? mapOf(name, address) : venue.googleMapsLink),
    timeZone: zone,
    diets: diets === undefined ? venue.diets : await positionsOf(desk, diets || []),
  };
  const changes = Object.fromEntries(
    Object.entries(after).filter(([key, value]) => String(value) !== String(venue[key as keyof Venue])),
  );
  if (Object.keys(changes).length === 0) throw wrongUsage("Say what to change: it is like that already.");
  return changes;
}
