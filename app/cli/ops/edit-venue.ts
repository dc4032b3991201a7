import * as z from "zod";
import { countUpcomingEvents, editVenue, type Venue } from "#app/models/venue/venues.server.ts";
import { defineCommand } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { refusedError, usageError } from "./exit-codes.ts";
import { id } from "./inputs.ts";
import { plural } from "./text-table.ts";
import { createMapsLink, findDietPositions, findVenueByPrefix, venueFields } from "./venue-inputs.ts";

const { name, address, map, zone, diets } = venueFields;

const inputSchema = z.object({
  venue: id,
  name: name.optional(),
  address: address.optional(),
  map: map.optional(),
  zone: zone.optional(),
  diets: z.union([diets, z.literal(false)]).optional(),
});

export const editVenueCommand = defineCommand({
  usage: "edit <venue>",
  description:
    "Corrects a venue. Diners get no email: to move an event to another venue and tell its diners, use event edit.",
  example: 'venue edit 3f2a91bc --address "Ráday utca 33, 1092 Budapest"',
  options: [
    ["--name <name>", "its name"],
    ["--address <address>", "its address"],
    ["--map <link>", "a link to a map; by default a search link follows the new name and address"],
    ["--zone <zone>", "its time zone, if it has no upcoming events"],
    ["--diets <diets...>", "all diets its kitchen can cook for, worded as in the quiz"],
    ["--no-diets", "its kitchen can cook for no special diet"],
  ],
  changesData: true,
  input: inputSchema,
  async run(context, { venue: prefix, ...wanted }) {
    const venue = await findVenueByPrefix(context, prefix);
    const changes = await findChanges(context, venue, wanted);
    const upcoming = await countUpcomingEvents(context.db, venue.id, context.now);
    if (changes.timeZone && upcoming > 0)
      throw refusedError(
        `The time zone can’t change while the venue has ${plural(upcoming, "upcoming event")}: move them first.`,
      );
    const { name: newName = venue.name, address: newAddress = venue.address } = changes;
    const fields = Object.keys(wanted).join(", ");
    return {
      summary: `change the ${fields} of ${venue.name}, which has ${plural(upcoming, "upcoming event")}`,
      async apply() {
        if (!(await editVenue(context.db, { id: venue.id, changes, now: context.now })))
          throw refusedError(
            `There is already a venue ${newName} at ${newAddress}, or this venue has a new event.`,
          );
        return { message: `Changed ${newName}.`, data: { id: venue.id, ...changes } };
      },
    };
  },
});

async function findChanges(
  context: CommandContext,
  venue: Venue,
  wanted: Omit<z.output<typeof inputSchema>, "venue">,
): Promise<Partial<Venue>> {
  const { name = venue.name, address = venue.address, zone = venue.timeZone, diets } = wanted;
  const hasSearchLink = venue.googleMapsLink === createMapsLink(venue.name, venue.address);
  const edited: Omit<Venue, "id"> = {
    name,
    address,
    googleMapsLink: wanted.map ?? (hasSearchLink ? createMapsLink(name, address) : venue.googleMapsLink),
    timeZone: zone,
    diets: diets === undefined ? venue.diets : await findDietPositions(context, diets || []),
  };
  const changes = Object.fromEntries(
    Object.entries(edited).filter(([key, value]) => String(value) !== String(venue[key as keyof Venue])),
  );
  if (Object.keys(changes).length === 0)
    throw usageError("Nothing to change: use an option with a new value, see --help.");
  return changes;
}
