import { listTables } from "#app/models/booking/tables.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { listVenues } from "#app/models/venue/venues.server.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { refusedError, usageError } from "#app/operations/operation-error.ts";
import {
  findVenueAmong,
  matchVenues,
  requireTestedSize,
  type WantedVenue,
} from "#app/operations/venue/venue-tables.ts";
import { plural } from "#app/operations/words.ts";
import type { VenueChange } from "./plan-venue-change.ts";

/** Venues as the operator names them; one of them. */
interface Wanted {
  add?: WantedVenue | undefined;
  set?: WantedVenue | undefined;
  remove?: string | undefined;
}

export async function findVenueChange(
  { db }: OperationContext,
  event: EventDetails,
  { add, set, remove }: Wanted,
): Promise<VenueChange> {
  const ofEvent = event.venues.map(({ venueId, ...venue }) => ({ ...venue, id: venueId }));
  if (add) {
    const venue = findVenueAmong(await listVenues(db, event.cityId), add.prefix, `in ${event.cityName}`);
    const already = ofEvent.find((each) => each.id === venue.id);
    if (already)
      throw refusedError(
        `${venue.name} is a venue of this event already, with ${plural(already.tables, "table")}: change them with --set.`,
      );
    const tables = add.tables ?? venue.tables;
    requireTestedSize([...ofEvent, { tables }]);
    const { id: venueId, name, address, district, diets, priceLevel, stepFree } = venue;
    const added = { venueId, name, address, district, diets, priceLevel, stepFree };
    return { venue, tables, previousTables: 0, added };
  }
  if (set) {
    const venue = findVenueAmong(ofEvent, set.prefix, "at this event");
    if (set.tables === undefined) throw usageError("--set names a number of tables, such as 8c07d2e4=3.");
    const { tables } = set;
    requireTestedSize(ofEvent.map((each) => (each.id === venue.id ? { tables } : each)));
    return { venue, tables, previousTables: venue.tables };
  }
  const prefix = remove ?? "";
  const isOfEvent = matchVenues(ofEvent, prefix).length > 0;
  const removed = isOfEvent ? undefined : await findRemovedVenue(db, event, prefix);
  if (removed) return { venue: removed, tables: 0, previousTables: 0 };
  const venue = findVenueAmong(ofEvent, prefix, "at this event");
  if (ofEvent.length === 1)
    throw refusedError(
      `${venue.name} is the only venue of this event: add another one first, or use event cancel.`,
    );
  return { venue, tables: 0, previousTables: venue.tables };
}

/** A venue that an interrupted command took from the event, and whose diners are still to be moved. */
async function findRemovedVenue(
  db: OperationContext["db"],
  event: EventDetails,
  prefix: string,
): Promise<VenueChange["venue"] | undefined> {
  if (!event.matchedAt) return undefined;
  const unfinished = (await listTables(db, event.id)).filter(
    ({ closedAt, diners }) => closedAt && diners.length > 0,
  );
  const [removed] = matchVenues(
    unfinished.map(({ venueId, venueName }) => ({ id: venueId, name: venueName })),
    prefix,
  );
  return removed;
}
