import * as z from "zod";
import { book } from "#app/models/booking/transitions.server.ts";
import { addDemoDiners, listDemoQuestions } from "#app/models/demo/demo-diners.server.ts";
import { type EventDetails, listEvents } from "#app/models/event/events.server.ts";
import { cityFilterOption, citySlug, findCityFilter } from "#app/operations/city/city-inputs.ts";
import {
  describeEvent,
  type EventState,
  findEventByPrefix,
  getEventState,
} from "#app/operations/event/find-event.ts";
import { id, wholeNumber } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { refusedError, usageError } from "#app/operations/operation-error.ts";
import { plural } from "#app/operations/words.ts";
import { createDemoDiner } from "./demo-diner.ts";
import { planTonight } from "./demo-tonight.ts";

const batchSize = 50;

const localOnlyReason = "demo works on a local club only: a deployed club has real diners.";

export const demo = defineOperation({
  verb: "demo",
  description:
    "Creates made-up diners with quiz answers, and books the next open event for as many as it has seats; or with --tonight, an event to look at. Local only.",
  example: "demo --diners 40",
  concerns: "nobody",
  options: {
    diners: ["<number>", "how many diners"],
    city: cityFilterOption,
    event: ["<id>", "book this event instead"],
    tonight: "an event that begins in an hour, with tables, a host’s page and a diner’s page",
    diner: ["<email>", "with --tonight: this diner of yours sits there, instead of the demo diner"],
  },
  changesData: true,
  localOnlyReason,
  input: z.object({
    diners: wholeNumber(1, 5_000).optional(),
    city: citySlug.optional(),
    event: id.optional(),
    tonight: z.boolean().default(false),
    diner: id.optional(),
  }),
  async run(context, { diners: dinerCount, city: slug, event: prefix, tonight, diner }) {
    if (context.env.APP_ENV !== "local") throw refusedError(localOnlyReason);
    if (tonight && (dinerCount !== undefined || prefix))
      throw usageError("Use --tonight without --diners and --event.");
    if (diner && !tonight) throw usageError("Use --diner only with --tonight.");
    if (tonight) return planTonight(context, { citySlug: slug, dinerEmail: diner, createDiners });
    if (dinerCount === undefined) throw usageError("Name how many with --diners, or use --tonight.");
    if (prefix && slug) throw usageError("Use either --event or --city.");
    const city = await findCityFilter(context, slug);
    const event = prefix
      ? await findEventByPrefix(context, prefix)
      : await findNextOpenEvent(context, city?.id);
    if (!event) throw refusedError("No event is open for booking: add one with event add.");
    const state = getEventState(event, context.now);
    if (state !== "open") throw refusedError(`${describeEvent(event)} ${unbookable[state]}.`);
    const bookingCount = Math.min(dinerCount, event.capacity - event.taken);
    return {
      summary: `create ${plural(dinerCount, "diner")} and book ${describeEvent(event)} for ${bookingCount} of them`,
      async apply() {
        const ids = await createDiners(context, dinerCount);
        const booked = await bookForDiners(context, event, ids.slice(0, bookingCount));
        const message = `Created ${plural(dinerCount, "diner")}; ${booked} of them booked ${describeEvent(event)}. To see its tables, end booking: npm run ops -- event close ${event.id}${context.folderOption}`;
        return { message, data: { diners: dinerCount, booked, eventId: event.id } };
      },
    };
  },
});

const unbookable: Record<Exclude<EventState, "open">, string> = {
  canceled: "is canceled",
  past: "is in the past",
  "tables made": "can’t be booked: its tables are made",
  closed: "can’t be booked: its booking has ended",
  "not available": "can’t be booked: it is not available",
  full: "is full",
};

const findNextOpenEvent = async ({ db, now }: OperationContext, cityId: string | undefined) =>
  (await listEvents(db, { now, cityId })).find((event) => getEventState(event, now) === "open");

async function createDiners(
  { db, now, showProgress }: OperationContext,
  count: number,
  options: Parameters<typeof createDemoDiner>[2] = {},
): Promise<string[]> {
  const questions = await listDemoQuestions(db);
  const diners = Array.from({ length: count }, () => createDemoDiner(questions, now, options));
  const progressBar = showProgress("Creating diners", count);
  for (let done = 0; done < count; done += batchSize) {
    await addDemoDiners(db, diners.slice(done, done + batchSize), now);
    progressBar.update(Math.min(done + batchSize, count));
  }
  progressBar.end();
  return diners.map(({ id }) => id);
}

async function bookForDiners(
  { db, now, showProgress }: OperationContext,
  event: EventDetails,
  ids: string[],
): Promise<number> {
  const progressBar = showProgress("Booking", ids.length);
  let booked = 0;
  for (const [i, userId] of ids.entries()) {
    // Bookings of the same millisecond would have no order.
    const bookedAt = new Date(now.getTime() + i);
    if (await book(db, { userId, eventId: event.id, now: bookedAt })) booked++;
    progressBar.update(i + 1);
  }
  progressBar.end();
  return booked;
}
