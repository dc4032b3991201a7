import * as z from "zod";
import { clubMessages } from "#app/db/schema.ts";
import { fillInMessage, fillInNews, messagePlaces, newsPlaces } from "#app/emails/evening.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { dayMs, secondMs } from "#app/lib/time-units.ts";
import { findEventBooking } from "#app/models/booking/event-bookings.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import {
  countReaders,
  findClubMessage,
  findReader,
  listClubMessages,
  listRecipients,
  type Recipients,
  sendClubMessage,
  sendNews,
  takeBackClubMessage,
} from "#app/models/message/club-messages.server.ts";
import { findChangeableBooking } from "./booking/together.ts";
import { describeEvent, findEventByPrefix, findTable } from "./event/find-event.ts";
import { citySlug, findCityBySlug, id, tableNumber, text, venueName, wholeNumber } from "./inputs.ts";
import {
  defineOperation,
  findIdByPrefix,
  type Noun,
  notFoundError,
  type OperationContext,
  refusedError,
  usageError,
} from "./operation.ts";
import { findVenueAmong } from "./venue/venue-inputs.ts";
import {
  describeOmitted,
  findClubTimeFormat,
  findClubZone,
  formatLocalTime,
  parseTime,
  plural,
  shortId,
} from "./words.ts";

const maxTextLength = 2_000;
/** A message can be taken back for so long. */
export const takeBackMs = 10 * secondMs;

/** A message is deleted 90 days after it was written. */
const maxAheadMs = 60 * dayMs;

const sendInput = z.object({
  event: id.optional(),
  booking: id.optional(),
  table: tableNumber.optional(),
  venue: venueName.optional(),
  to: z.enum(["seated", "standby", "everybody"], "is seated, standby or everybody").default("seated"),
  city: citySlug.optional(),
  everybody: z.boolean().optional(),
  subject: text(120),
  text: text(maxTextLength),
  at: text(40).optional(),
});

const sendOperation = defineOperation({
  verb: "send",
  description: `Writes to one diner, a table, a restaurant’s guests or all of an event, by email; or news to those who asked for it. In the subject and the text, each reads their own ${messagePlaces.map((place) => `{${place}}`).join(", ")}.`,
  example:
    'message send --event 3f2a91bc --table 3 --subject "Come in from the yard" --text "Hi {first name}, the front door is stuck."',
  concerns: "somebody",
  deskRole: "door",
  options: {
    event: ["<event>", "the event"],
    booking: ["<booking>", "one diner alone"],
    table: ["<number>", "this table only"],
    venue: ["<venue>", "the guests of this restaurant only"],
    to: ["<whom>", "seated, standby or everybody: seated if you don’t choose"],
    city: ["<city>", "news for those who asked for it and have booked in this city, instead of an event"],
    everybody: "news for everybody who asked for it, instead of an event",
    subject: ["<text>", "the subject of the email"],
    text: ["<text>", `up to ${maxTextLength} characters`],
    at: [
      "<time>",
      "when it is sent, such as 2026-12-04 17:00 in the city, at most 60 days ahead; now if empty",
    ],
  },
  changesData: true,
  input: sendInput,
  async run(context, input) {
    const { db, now, operator } = context;
    if (input.city || input.everybody) return planNews(context, input);
    const { event, recipients, toWhom } = await findRecipients(context, input);
    checkPlaces(input.subject + input.text, messagePlaces);
    const people = await listRecipients(db, event.id, recipients);
    if (people.length === 0) throw refusedError(`Nobody would get it: there is nobody among ${toWhom}.`);
    const { wantedAt, dueAt, when } = readTime(input.at, event.timeZone, now);
    const [first] = people;
    const reader = first && (await findEventBooking(db, first.bookingId));
    return {
      userIds: people.map(({ userId }) => userId),
      summary: `email ${toWhom}, ${plural(people.length, "person", "people")}, ${when}`,
      details: [
        {
          quoted: [
            `As ${reader?.firstName ?? "somebody"} reads it:`,
            ...[input.subject, input.text].map((typed) =>
              fillInMessage(typed, {
                firstName: reader?.firstName ?? "",
                table: reader?.table ?? null,
                venue: reader?.venueName ?? null,
                when: dateAndTime(event.date, event.timeZone),
              }),
            ),
          ],
        },
      ],
      detailsData: { bookings: people.map(({ bookingId }) => bookingId) },
      needsConfirmation: people.length > 1,
      canBeUndone: true,
      async apply() {
        const messageId = crypto.randomUUID();
        const { subject, text: body } = input;
        const message = { subject, text: body, toWhom, operator, dueAt, now };
        const count = await sendClubMessage(db, { ...message, id: messageId, eventId: event.id, recipients });
        return describeSent(messageId, count ?? 0, dueAt, wantedAt !== null);
      },
    };
  },
});

function readTime(at: string | undefined, timeZone: string, now: Date) {
  const wantedAt = at ? parseTime(at, timeZone) : null;
  if (wantedAt && wantedAt <= now) throw usageError("The time is in the past.");
  if (wantedAt && wantedAt.getTime() > now.getTime() + maxAheadMs)
    throw usageError("The time is more than 60 days away.");
  const dueAt = wantedAt ?? new Date(now.getTime() + takeBackMs);
  return {
    wantedAt,
    dueAt,
    when: wantedAt ? `on ${formatLocalTime(wantedAt, timeZone)} (${timeZone})` : "now",
  };
}

const describeSent = (messageId: string, recipients: number, dueAt: Date, isLater: boolean) => ({
  message: `${isLater ? "It goes" : "It’s on its way"} to ${plural(recipients, "person", "people")}.`,
  data: { id: messageId, recipients, dueAt },
  undo: { command: "message undo", fields: { message: messageId }, until: dueAt },
});

/** The history of each reader says so once their email is written. */
async function planNews(context: OperationContext, input: z.infer<typeof sendInput>) {
  const { db, now, operator } = context;
  if (input.event || input.booking || input.table || input.venue)
    throw usageError("Name either an event or who gets news.");
  if (input.city && input.everybody) throw usageError("Name either a city or everybody.");
  checkPlaces(input.subject + input.text, newsPlaces);
  const city = input.city ? await findCityBySlug(context, input.city) : undefined;
  const toWhom = city ? `everybody in ${city.name} who wants news` : "everybody who wants news";
  const readers = { cityId: city?.id ?? null, now };
  const [count, reader = "somebody"] = await Promise.all([
    countReaders(db, readers),
    findReader(db, readers),
  ]);
  if (count === 0) throw refusedError(`Nobody would get it: there is nobody among ${toWhom}.`);
  const { wantedAt, dueAt, when } = readTime(input.at, city?.timeZone ?? (await findClubZone(db)), now);
  return {
    userIds: [],
    summary: `email ${toWhom}, ${plural(count, "person", "people")}, ${when}`,
    details: [
      {
        quoted: [
          `As ${reader} reads it:`,
          ...[input.subject, input.text].map((typed) => fillInNews(typed, reader)),
        ],
      },
    ],
    needsConfirmation: true,
    canBeUndone: true,
    async apply() {
      const { subject, text: body } = input;
      const news = { ...readers, id: crypto.randomUUID(), subject, text: body, toWhom, operator, dueAt };
      return describeSent(news.id, await sendNews(db, news), dueAt, wantedAt !== null);
    },
  };
}

async function findRecipients(
  context: OperationContext,
  { event: prefix, booking, table, venue, to }: z.infer<typeof sendInput>,
): Promise<{ event: EventDetails; recipients: Recipients; toWhom: string }> {
  if (booking) {
    if (table || venue) throw usageError("Name either a booking, a table or a restaurant.");
    const found = await findChangeableBooking(context, booking);
    const event = await findEventByPrefix(context, found.eventId);
    if (prefix && (await findEventByPrefix(context, prefix)).id !== event.id)
      throw usageError("The booking is for another event.");
    return { event, recipients: { to: "booking", bookingId: found.id }, toWhom: found.name };
  }
  if (!prefix) throw usageError("Name the event, a booking, a city or everybody.");
  const event = await findEventByPrefix(context, prefix);
  if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
  if (table && venue) throw usageError("Name either a table or a restaurant.");
  if (table) {
    const found = await findTable(context, event.id, table);
    return { event, recipients: { to: "table", tableId: found.id }, toWhom: `table ${table}` };
  }
  if (venue) {
    const { venueId, name } = findVenueAmong(
      event.venues.map((each) => ({ ...each, id: each.venueId })),
      venue,
      "at this event",
    );
    return { event, recipients: { to: "venue", venueId }, toWhom: `everybody at ${name}` };
  }
  const words = {
    seated: "everybody with a seat",
    standby: "everybody on standby",
    everybody: "everybody who booked",
  };
  return { event, recipients: { to }, toWhom: words[to] };
}

/** A mistyped word in braces would reach everybody. */
function checkPlaces(typed: string, places: readonly string[]): void {
  const unknown = [...typed.matchAll(/\{([^{}]{0,40})\}/g)].find(
    ([, place]) => !places.some((known) => known === place),
  );
  if (unknown)
    throw usageError(
      `${unknown[0]} is nothing that we can fill in: use ${places.map((place) => `{${place}}`).join(", ")}.`,
    );
}

const listOperation = defineOperation({
  verb: "list",
  arguments: "[event]",
  description: "Lists what the club wrote, newest first, and what has not left yet.",
  example: "message list 3f2a91bc",
  concerns: "everybody",
  options: { limit: ["<number>", "how many to list, 50 by default"] },
  input: z.object({ event: id.optional(), limit: wholeNumber(1, 1_000).default(50) }),
  async run(context, { event: prefix, limit }) {
    const event = prefix ? await findEventByPrefix(context, prefix) : undefined;
    const found = await listClubMessages(context.db, { limit: limit + 1, eventIds: event && [event.id] });
    const formatTime = await findClubTimeFormat(context.db);
    const rows = found
      .slice(0, limit)
      .map(({ id: messageId, sentAt, operator, toWhom, recipients, subject, takenBackAt, unsent }) => [
        ...[shortId(messageId), formatTime(sentAt), operator, toWhom, recipients, subject],
        takenBackAt ? "taken back" : unsent > 0 ? `${unsent} waiting` : "sent",
      ]);
    const headings = ["id", "when", "by", "to", "people", "subject", "state"];
    const table = { headings, rows, empty: "The club has written nothing." };
    return { message: [table, ...describeOmitted(found, limit)], data: found.slice(0, limit) };
  },
});

const undoOperation = defineOperation({
  verb: "undo",
  arguments: "<message>",
  description: "Takes back a message that has not left yet: for ten seconds, or until its time.",
  example: "message undo 8c07d2e4",
  concerns: "nobody",
  deskRole: "door",
  isUndo: true,
  changesData: true,
  input: z.object({ message: id }),
  async run(context, { message: prefix }) {
    const { db, now } = context;
    const found = await findClubMessage(db, await findIdByPrefix(context, clubMessages, "message", prefix));
    if (!found) throw notFoundError(`There is no message ${prefix}.`);
    const before = { message: "It was taken back before.", data: { id: found.id } };
    if (found.takenBackAt) return before;
    return {
      summary: `take back the message “${found.subject}” to ${found.toWhom}`,
      canBeUndone: true,
      async apply() {
        const count = await takeBackClubMessage(db, found.id, now);
        if (!count) {
          if ((await findClubMessage(db, found.id))?.takenBackAt) return before;
          throw refusedError("It has left already.");
        }
        const rest = found.recipients - count;
        return {
          message: `Taken back.${rest > 0 ? ` ${plural(rest, "email")} had left already.` : " Nobody gets it."}`,
          data: { id: found.id, takenBack: count },
        };
      },
    };
  },
});

export const message: Noun = {
  description: "What the club writes to its diners.",
  operations: [sendOperation, listOperation, undoOperation],
};
