import type { PartyMember } from "#app/components/party.tsx";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { bookingStatus, type DepositStatus, depositStatus } from "#app/lib/booking/booking-states.ts";
import {
  canceledDepositSentences,
  describeRefund,
  freeCancellationEnd,
} from "#app/lib/booking/cancellation-terms.ts";
import { firstLineHref } from "#app/lib/booking/first-line.ts";
import {
  answersPath,
  explainStandby,
  explainUnmetNeeds,
  getsPriority,
  isUnmetNeed,
  lookingForSeatOn,
  noSeatCameFree,
  type StandbyReason,
  stillLooking,
} from "#app/lib/booking/standby-reasons.ts";
import {
  cityBeside,
  dayOfEvent,
  daysAway,
  eventDateAndTime,
  eventTime,
  longDate,
  timeOfDay,
  weekday,
} from "#app/lib/dates.ts";
import { describeEvening } from "#app/lib/event/evening.ts";
import { eventTimes, feedbackWindow, isDinnerDay, timeBefore } from "#app/lib/event/event-times.ts";
import { listTimelineStops } from "#app/lib/event/timeline.ts";
import { formatAmount } from "#app/lib/price.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { endWithPeriod } from "#app/lib/text.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { findUnmetNeeds } from "#app/matching/venues/needs.ts";
import type { Booking } from "#app/models/booking/bookings.server.ts";
import type { PairOfBooking } from "#app/models/booking/pairs.server.ts";
import type { ListedEvening } from "#app/models/event/upcoming-events.server.ts";

interface Visit {
  env: Env;
  now: Date;
  timeZone: string;
}

export type BookingView = ReturnType<typeof describeBooking>;

export type BookingWithTimeline = ReturnType<typeof describeBookingWithTimeline>;

export function describeBooking(booking: Booking, { env, now, timeZone: visitorZone }: Visit) {
  const { id, eventId, date, timeZone, canceled, closesAt, standbyReason } = booking;
  const time = eventTime(date, booking, visitorZone);
  const format = (time: Date) => eventDateAndTime(time, booking, visitorZone);
  const freeUntil = freeCancellationEnd(booking);
  const isActive = !canceled && date > now;
  const isOnDinnerDay = !canceled && booking.tableNumber !== null && isDinnerDay(date, timeZone, now);
  const pair = isActive && !booking.confirmed ? booking.pair : null;
  const unsuited = isActive && !booking.confirmed && !booking.standby ? describeUnsuited(booking) : null;
  const standby = isActive && standbyReason ? describeStandby(booking, standbyReason) : null;
  const deposit = depositStatus(booking, {
    env,
    now,
    isWithoutOffer: isOnDinnerDay || (unsuited !== null && !booking.payBy),
  });
  const payBy = isActive && !booking.confirmed && deposit === "to pay" ? booking.payBy : null;
  // Same condition as `canBeBooked` in SQL; these queries don't know the current time.
  const isStillOpen = booking.hasSeatAgain && closesAt > now && !booking.isBookedAgain;
  const state = {
    isActive,
    isSoon: date.getTime() - now.getTime() < 6 * dayMs,
    isUnsuited: unsuited !== null || Boolean(standby?.answersPath),
    mustPay: payBy !== null,
    friend: pair?.hasAgreed && pair.hasOtherAgreed ? pair.firstName : null,
  };
  return {
    id,
    eventId,
    status: bookingStatus(booking),
    /** What there is to know first, for a booking without a place. */
    title: nameState(booking, weekday(date, timeZone), state),
    /** The same, below the date. */
    titleBelowDate: nameState(booking, null, state),
    isPast: date <= now,
    isNoShow: booking.isNoShow && !canceled && date <= now,
    /** It is decided that they came. */
    wasThere: booking.attendance === "attended" && !canceled && date <= now,
    isActive,
    date: longDate(date, timeZone),
    time,
    daysAway: daysAway(date, now, timeZone),
    cityName: booking.hasSeveralCities ? booking.cityName : null,
    cityBesideTime: cityBeside(time, booking),
    district: booking.venue?.district ?? null,
    place: findPlace(booking),
    /** If true, the details are the page of the dinner's day. */
    isDinnerDay: isOnDinnerDay,
    deposit,
    /** "3000 HUF" */
    depositAmount: formatAmount(booking.depositAmount, booking.currency),
    refundNote: describeRefund(booking, now),
    hasPaidDeposit: booking.deposit === "paid",
    asksForDeposit: booking.depositAmount > 0,
    /** The time until which the seat waits for the deposit; null if there is none to pay. */
    payBy: payBy && sayUntil(payBy, format(payBy), { now, timeZone }),
    tablesMadeAt: format(closesAt),
    /** "Wednesday, November 25"; null once they are being made. */
    tablesMadeOn: closesAt > now ? longDate(closesAt, timeZone) : null,
    freeUntil: now < freeUntil ? format(freeUntil) : null,
    feedback: describeFeedback(booking, now),
    mutual: booking.mutual.map(({ toldAt, contact, ...other }) => ({
      ...other,
      /** It is deleted after some time, and the email still has it. */
      contact: now.getTime() - toldAt < keptMs.wish ? contact : null,
      /** Nobody is asked to sit with somebody who took their contact away. */
      mayAskAgain: contact !== "",
      writeHref: now.getTime() - toldAt < keptMs.wish ? firstLineHref(booking, { ...other, contact }) : null,
      toldOn: longDate(new Date(toldAt), timeZone),
    })),
    /** Set before the tables are made if no restaurant of the dinner suits the diner yet. */
    unsuited,
    standby: standby && {
      ...standby,
      until: format(timeBefore(date, eventTimes.standbyEndsBeforeMs)),
    },
    /** The person with whom the diner asks for one table. */
    pair: pair && describePairOf(pair),
    /** The same, once both have agreed: until they have seats, only as a drawing. */
    friend: pair?.hasAgreed && pair.hasOtherAgreed ? describeFriend(env, pair) : null,
    wasEndedByClub: booking.canceledByClub,
    hasPriority: booking.hasPriority,
    ending: canceled ? explainEnding(booking, now) : null,
    /** What canceling costs; null if the club canceled, which the ending tells of. */
    cost: canceled && !booking.canceledByClub ? costs[deposit ?? "none"] : null,
    /** The same dinner can be booked again. */
    isStillOpen,
    bookAgainPath: `/dashboard/bookings/new${isStillOpen ? `?event=${eventId}` : ""}`,
  };
}

/** "tonight, 10:40 PM" on the same day. */
function sayUntil(time: Date, text: string, { now, timeZone }: Pick<Visit, "now" | "timeZone">): string {
  const date = longDate(time, timeZone);
  const day = dayOfEvent(time, now, timeZone);
  return day === date ? text : text.replace(date, day.toLowerCase());
}

const costs: Record<DepositStatus | "none", string> = {
  none: "Canceling cost you nothing.",
  "to pay": "Canceling cost you nothing.",
  paid: canceledDepositSentences.refund,
  refunding: canceledDepositSentences.refund,
  refunded: "You have your deposit back.",
  kept: canceledDepositSentences.kept,
  disputed: "You asked your bank to take your deposit back.",
};

interface NamedState {
  isActive: boolean;
  /** Its weekday needs no date. */
  isSoon: boolean;
  isUnsuited: boolean;
  mustPay: boolean;
  /** Who comes along. */
  friend: string | null;
}

function nameState(
  { canceled, canceledByClub, endedBy, standby }: Booking,
  day: string | null,
  { isActive, isSoon, isUnsuited, mustPay, friend }: NamedState,
): string {
  if (canceledByClub)
    return endedBy?.kind === "standby-ended"
      ? `We’re sorry: we found no seat for you${day ? ` on ${day}` : ""}`
      : `We’re sorry: we had to cancel${day ? ` ${day}` : ""}`;
  if (canceled) return "Your booking is canceled";
  if (!isActive) return `${day ?? "The"}${day ? "’s" : ""} dinner is over`;
  if (isUnsuited)
    return standby ? `Not ${day && isSoon ? `this ${day}` : "this time"}, we’re sorry` : stillLooking;
  if (standby) return lookingForSeatOn(day);
  if (mustPay) return "One thing left: your deposit";
  return `${friend ? `You and ${friend} are` : "You’re"} on the list${day ? ` for ${day}` : ""}`;
}

const describePairOf = ({ firstName, hasAgreed, hasOtherAgreed }: PairOfBooking) => ({
  firstName,
  hasAgreed,
  hasOtherAgreed,
});

const describeFriend = (env: Env, { userId, firstName, face }: PairOfBooking): PartyMember => ({
  firstName,
  photo: null,
  drawn: findFace(env, { userId, face }),
  isYou: false,
});

export function describeBookingWithTimeline(booking: Booking, visit: Visit) {
  const { now, timeZone } = visit;
  const view = describeBooking(booking, visit);
  const stops = listTimelineStops(
    {
      ...booking,
      freeUntil: freeCancellationEnd(booking),
      standby: !view.standby ? "none" : view.standby.answersPath ? "no restaurant suits" : "looking",
    },
    { now, formatTime: (time) => eventDateAndTime(time, booking, timeZone), saysFree: false },
  );
  return { ...view, stops };
}

export const describeNextDinner = (next: ListedEvening, visit: Pick<Visit, "timeZone">) => ({
  id: next.id,
  date: longDate(next.date, next.timeZone),
  time: eventTime(next.date, next, visit.timeZone),
  ...describeEvening(next, next),
});

/** Who waits for a seat gets none that can’t suit them either, who waits for the tables needs no other, and who has canceled gets another day first. */
export function chooseNextEvenings(
  { needsAndVenues }: Booking,
  { isActive, standby, unsuited, date }: BookingView,
  next: ListedEvening[],
): ListedEvening[] {
  const other = next.find((evening) => longDate(evening.date, evening.timeZone) !== date);
  if (!isActive) return other ? [other] : next.slice(0, 1);
  if (!standby && !unsuited) return [];
  return next
    .filter(({ venues }) => findUnmetNeeds(needsAndVenues?.answers ?? [], venues).needs.length === 0)
    .slice(0, 2);
}

const findNeeds = ({ needsAndVenues }: Booking) =>
  findUnmetNeeds(needsAndVenues?.answers ?? [], needsAndVenues?.venues ?? []);

/** For the card at a plate. */
const nameNeeds = (named: readonly string[]) => named.join(", ").toLowerCase();

function describeUnsuited(booking: Booking) {
  const { needs, named, questionIds } = findNeeds(booking);
  return needs.length > 0
    ? {
        explanation: explainUnmetNeeds(needs, named),
        answersPath: answersPath(questionIds),
        named: nameNeeds(named),
      }
    : null;
}

function describeStandby(booking: Booking, reason: StandbyReason) {
  const { needs, named, questionIds } = findNeeds(booking);
  return {
    explanation: explainStandby(reason, needs, named),
    /** Set if no restaurant of the dinner suits the diner: a seat that becomes free can't help. */
    answersPath: needs.length > 0 ? answersPath(questionIds) : null,
    named: nameNeeds(named),
  };
}

function describeFeedback(booking: Booking, now: Date) {
  const { date, timeZone, confirmed, canceled, tableNumber, attendance, hasFeedback } = booking;
  const hadSeat = confirmed && !canceled && tableNumber !== null;
  if (!hadSeat || (attendance === "no-show" && !booking.contestsAbsence) || now < date)
    return { isOpen: false, isAnswered: hasFeedback, opens: null };
  const { opensAt, closesAt } = feedbackWindow(date, timeZone);
  const isDayOfDinner = longDate(date, timeZone) === longDate(now, timeZone);
  return {
    isOpen: now >= opensAt && now < closesAt,
    isAnswered: hasFeedback,
    /** After midnight, it is the same day. */
    opens:
      now < opensAt
        ? `${isDayOfDinner ? "Tomorrow" : "Later today"}, from ${timeOfDay(opensAt, timeZone)}`
        : null,
  };
}

const findPlace = ({ confirmed, canceled, venue, tableNumber }: Booking) =>
  confirmed && !canceled && venue && tableNumber ? { ...venue, tableNumber } : null;

function explainEnding(booking: Booking, now: Date): string {
  if (!booking.canceledByClub) return "We’d love to see you at another dinner.";
  return [explainClubEnding(booking, now), `It costs you nothing, and ${getsPriority}`]
    .filter(Boolean)
    .join(" ");
}

/** The title above it says that the club had to cancel. */
function explainClubEnding({ endedBy, ...booking }: Booking, now: Date): string {
  const because = endedBy?.because ? endWithPeriod(endedBy.because) : "";
  switch (endedBy?.kind) {
    case "standby-ended":
      return `You were on standby until 3 hours before dinner. ${explainStandbyEnd(booking)}`;
    case "table-dissolved":
      return "Too many people at your table had to cancel, and the other tables were full.";
    case "canceled-by-club":
      return endedBy.what === "dinner"
        ? [`This dinner ${booking.date > now ? "can’t" : "couldn’t"} take place.`, because]
            .filter(Boolean)
            .join(" ")
        : because;
    default:
      return "";
  }
}

/** Answers and restaurants may have changed, so this names only a need that was unmet then and still is. */
function explainStandbyEnd({ standbyReason, needsAndVenues }: Omit<Booking, "endedBy">): string {
  const { needs, named } = findUnmetNeeds(needsAndVenues?.answers ?? [], needsAndVenues?.venues ?? []);
  return standbyReason && isUnmetNeed(standbyReason) && needs.length > 0
    ? explainUnmetNeeds(needs, named)
    : noSeatCameFree;
}
