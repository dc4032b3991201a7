import { dateAndTime } from "#app/lib/dates.ts";
import { findUser } from "#app/models/account/users.server.ts";
import { findEventBooking } from "#app/models/booking/event-bookings.server.ts";
import { findCity } from "#app/models/city/cities.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { findVenue } from "#app/models/venue/venues.server.ts";
import type { OperationContext } from "#app/operations/operation.ts";

export interface Given {
  name: string;
  value: string;
  /** "Friday, December 4, 7:00 PM, Budapest" */
  says: string;
}

/** What a link has filled in already, in words instead of ids; nothing for what is typed by hand. */
export async function describeGiven(
  { db }: OperationContext,
  values: Record<string, string>,
  command: string,
): Promise<Given[]> {
  const describe: Record<string, (value: string) => Promise<string | undefined>> = {
    async event(id) {
      const event = await findEvent(db, id);
      return event && `${dateAndTime(event.date, event.timeZone)}, ${event.cityName}`;
    },
    async booking(id) {
      const booking = await findEventBooking(db, id);
      return booking && `${booking.name}${booking.table ? `, table ${booking.table}` : ""}`;
    },
    async user(emailOrId) {
      const user = await findUser(db, emailOrId);
      return user && `${user.firstName} ${user.lastName}, ${user.email}`;
    },
    async venue(id) {
      const venue = await findVenue(db, id);
      return venue && `${venue.name}, ${venue.address}`;
    },
  };
  if (command === "message send")
    Object.assign(describe, {
      city: async (slug: string) => `News, to everybody who wants it in ${(await findCity(db, slug))?.name}`,
      everybody: async () => "News, to everybody who wants it",
    });
  describe.with = describe.booking as (typeof describe)[string];
  const found = Object.entries(values).map(async ([name, value]): Promise<Given[]> => {
    const says = await (Object.hasOwn(describe, name) ? describe[name]?.(value) : undefined);
    return says ? [{ name, value, says }] : [];
  });
  return (await Promise.all(found)).flat();
}
