import * as z from "zod";
import { loadBatched } from "#app/db/batches.ts";
import { onlyDepositHoldsSeat } from "#app/lib/booking/booking-states.ts";
import { dateAndTime, withPlainSpaces } from "#app/lib/dates.ts";
import { findBlock } from "#app/models/account/blocks.server.ts";
import { listUserBookings, readClashingBooking } from "#app/models/booking/event-bookings.server.ts";
import { book, readBookingLimit } from "#app/models/booking/transitions.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { findBrokenAddress } from "#app/models/outbox/broken-addresses.server.ts";
import { findEventByPrefix, getEventState } from "#app/operations/event/find-event.ts";
import { findUserByEmailOrId, id } from "#app/operations/inputs.ts";
import { defineOperation, type OperationContext, refusedError } from "#app/operations/operation.ts";
import { shortId } from "#app/operations/words.ts";

const whyNotOpen: Partial<Record<ReturnType<typeof getEventState>, string>> = {
  canceled: "This event is canceled.",
  past: "This event is over.",
  "tables made": "Booking for this event has ended.",
  closed: "Booking for this event has ended.",
  "not available": "This event is not offered: event edit offers it again.",
  full: "This event is sold out.",
};

export const addBooking = defineOperation({
  verb: "add",
  arguments: "<user>",
  description:
    "Books an event for somebody who has an account, such as on the phone, by the rules of their own form. They get the usual email.",
  example: "booking add anna@example.com --event 3f2a91bc",
  eventStates: ["open"],
  concerns: "somebody",
  deskRole: "city",
  options: {
    event: ["<event>", "the event"],
    adult: "they say that they have had their 18th birthday; asked if their year of birth leaves it open",
  },
  changesData: true,
  input: z.object({ user: id, event: id, adult: z.boolean().default(false) }),
  async run(context, { user: emailOrPrefix, event: prefix, adult: isAdult }) {
    const { db, env, now } = context;
    const event = await findEventByPrefix(context, prefix);
    const user = await findUserByEmailOrId(context, emailOrPrefix);
    const booking = {
      userId: user.id,
      eventId: event.id,
      mustPay: onlyDepositHoldsSeat(env),
      isAdult,
      now,
    };
    const refusal = await findRefusal(context, { user, event, booking });
    if (refusal) throw refusedError(refusal);
    const name = user.shownAs || user.email;
    const place = event.hasSeveralCities ? ` in ${event.cityName}` : "";
    const when = `${withPlainSpaces(dateAndTime(event.date, event.timeZone))}${place}`;
    const isBroken = (await findBrokenAddress(db, user.email)) !== undefined;
    return {
      userIds: [user.id],
      summary: `book ${name} <${user.email}> for ${when}, and email them`,
      details: [
        ...(booking.mustPay
          ? [
              `${name} pays the deposit within two hours, with the link in the email: otherwise somebody else can have the seat.`,
            ]
          : []),
        ...(isBroken
          ? [`${user.email} gets no emails, because one came back or was marked as spam: see email allow.`]
          : []),
      ],
      needsConfirmation: true,
      canBeUndone: true,
      async apply() {
        const bookingId = await book(db, booking);
        if (!bookingId)
          throw refusedError(
            (await findRefusal(context, {
              user,
              event: await findEventByPrefix(context, event.id),
              booking,
            })) ?? "Nothing was booked: the last seat may have been taken meanwhile. Look again.",
          );
        return {
          message: `${name} is booked: ${shortId(bookingId)}. They get an email.`,
          data: { id: bookingId },
        };
      },
    };
  },
});

interface Wanted {
  user: Awaited<ReturnType<typeof findUserByEmailOrId>>;
  event: EventDetails;
  booking: Parameters<typeof book>[1] & { userId: string };
}

/** What keeps this person from booking this event, as their own form would say it, and what they can do. */
async function findRefusal(
  { db, env, now }: OperationContext,
  { user, event, booking }: Wanted,
): Promise<string | undefined> {
  const name = user.shownAs || user.email;
  const own = (await listUserBookings(db, user.id)).find(
    ({ eventId, canceled }) => eventId === event.id && !canceled,
  );
  if (own) return `${name} has booked this dinner already: ${shortId(own.id)}.`;
  const why = whyNotOpen[getEventState(event, now)];
  if (why) return why;
  if (!user.emailConfirmedAt)
    return `${name} must confirm their address first, with the link in the email. They can have it sent again: ${env.SITE_URL}/email-confirmed?error_code=400`;
  if (await findBlock(db, user.id, now)) return `${name} is blocked, so they can’t book.`;
  if (!user.isQuizDone) return `${name} must do the quiz first: ${env.SITE_URL}/quiz`;
  const [limit, clash] = await Promise.all([
    loadBatched({ db }, readBookingLimit(db, booking)),
    loadBatched({ db }, readClashingBooking(db, user.id, event.id)),
  ]);
  if (clash) return `${name} has another dinner less than 4 hours before or after this one.`;
  if (limit === "age")
    return `Our dinners are for people of 18 and older. If ${name} has had their 18th birthday, say so with --adult.`;
  if (limit)
    return `${name} has booked ${limit === "event" ? "this dinner 3 times" : "20 dinners"} in 24 hours. Try again in a day.`;
  return undefined;
}
