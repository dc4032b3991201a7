import { countClashes } from "#app/models/booking/clashing-bookings.server.ts";
import { editEvent } from "#app/models/event/events.server.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { refusedError, usageError } from "#app/operations/operation-error.ts";
import { plural } from "#app/operations/words.ts";
import { describeChanges, editedEventFields, editedEventOptions, findChanges } from "./event-fields.ts";
import { describeEvent, findEventByPrefix } from "./find-event.ts";
import { describeOverlaps } from "./overlaps.ts";

export const editEventOperation = defineOperation({
  verb: "edit",
  arguments: "<event>",
  description:
    "Changes the time of an event, the end of booking, or whether diners can book it. Diners get an email when the time changes. To change its venues or tables, use event venues.",
  example: 'event edit 3f2a91bc --at "2026-12-04 20:00"',
  options: editedEventOptions,
  changesData: true,
  concerns: "everybody",
  input: editedEventFields.extend({ event: id }),
  async run(context, { event: prefix, ...wanted }) {
    const { db, now } = context;
    const event = await findEventByPrefix(context, prefix);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (event.date <= now) throw refusedError(`${describeEvent(event)} is in the past.`);
    const changes = await findChanges(context, event, wanted);
    if (Object.keys(changes).length === 0)
      throw usageError("Nothing to change: use an option with a new value, see --help.");
    const isMoved = changes.date !== undefined;
    const clashCount = changes.date ? await countClashes(db, event.id, changes.date) : 0;
    const emailNote = isMoved ? `, and email ${plural(event.taken, "diner")}` : "";
    const clashNote =
      clashCount > 0
        ? `; ${plural(clashCount, "of them then has", "of them then have")} another dinner within four hours`
        : "";
    const overlaps =
      changes.date &&
      (await describeOverlaps(context, {
        date: changes.date,
        venueIds: event.venues.map(({ venueId }) => venueId),
        eventId: event.id,
      }));
    const overlapNote = overlaps ? `; ${overlaps}` : "";
    const data = { previousDate: event.date.getTime(), previousTimeZone: event.timeZone };
    return {
      summary: `change ${describeEvent(event)} to ${describeChanges(changes, event.timeZone)}${emailNote}${clashNote}${overlapNote}`,
      needsConfirmation: isMoved && (event.taken > 0 || overlaps !== undefined),
      canBeUndone: event.taken === 0,
      async apply() {
        const email = isMoved ? ({ kind: "event-moved", data } as const) : undefined;
        if (!(await editEvent(db, { event, changes, email, now })))
          throw refusedError("The event, or another of its city, changed in the meantime: try again.");
        return {
          message: `Changed: ${describeEvent({ ...event, ...changes })}.`,
          data: { id: event.id, ...changes },
        };
      },
    };
  },
});
