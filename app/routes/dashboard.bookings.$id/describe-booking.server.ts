import { bookingStatus } from "#app/lib/booking-status.ts";
import { freeCancellationEnd } from "#app/lib/cancellation-terms.ts";
import { daysUntil, eventDateAndTime, eventTime, longDate } from "#app/lib/dates.ts";
import { feedbackWindow } from "#app/lib/day-after.ts";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { standbyExplanations } from "#app/lib/standby-reasons.ts";
import type { Booking } from "#app/models/booking/bookings.server.ts";
import { depositStatus } from "#app/payments/deposit-status.server.ts";

interface Visit {
  env: Env;
  now: Date;
  timeZone: string;
}

export type BookingView = ReturnType<typeof describeBooking>;

/** What the list and the details of bookings show. */
export function describeBooking(booking: Booking, { env, now, timeZone: visitorZone }: Visit) {
  const { id, eventId, date, timeZone, cityName, canceled, standby, standbyReason, closesAt, matchedAt } =
    booking;
  const format = (time: Date) => eventDateAndTime(time, booking, visitorZone);
  const standbyEndsAt = timeBefore(date, eventTimes.standbyEndsBeforeMs);
  const freeUntil = freeCancellationEnd(booking);
  const isOnStandby = standby && !canceled && date > now;
  return {
    id,
    eventId,
    status: bookingStatus(booking),
    isPast: date <= now,
    isActive: !canceled && date > now,
    date: longDate(date, timeZone),
    time: eventTime(date, booking, visitorZone),
    inDays: daysUntil(date, now),
    cityName,
    /** Until the place is known, only if all venues of the event share it. */
    district: booking.district ?? booking.sharedDistrict,
    place: findPlace(booking),
    deposit: depositStatus(booking, { env, now }),
    hasPaidDeposit: booking.deposit === "paid",
    bookedOn: longDate(booking.createdAt, timeZone),
    tablesMadeOn: longDate(matchedAt ?? closesAt, timeZone),
    tablesMadeAt: format(closesAt),
    /** Null once canceling is late. */
    freeUntil: now < freeUntil ? format(freeUntil) : null,
    feedback: describeFeedback(booking, now),
    mutual: booking.mutual.map(({ toldAt, contact, ...other }) => ({
      ...other,
      /** Deleted after some time, and the email has it. */
      contact: now.getTime() - toldAt < eventTimes.wishKeptForMs ? contact : null,
      toldOn: longDate(new Date(toldAt), timeZone),
    })),
    standby: isOnStandby
      ? { explanation: standbyExplanations[standbyReason ?? "left over"], until: format(standbyEndsAt) }
      : null,
  };
}

/** Whether the diner said how it was, and still can. */
function describeFeedback(booking: Booking, now: Date) {
  const { date, timeZone, confirmed, canceled, tableNumber, attendance, hasFeedback } = booking;
  const { opensAt, closesAt } = feedbackWindow(date, timeZone);
  const hadSeat = confirmed && !canceled && tableNumber !== null && attendance !== "no-show";
  return { isOpen: hadSeat && now >= opensAt && now < closesAt, isAnswered: hasFeedback };
}

/** Where the table is: known once the booking is confirmed. */
function findPlace({ confirmed, canceled, ...booking }: Booking) {
  const { locationName, locationAddress, googleMapsLink, district, phone, tableNumber } = booking;
  if (!confirmed || canceled || !locationName || !googleMapsLink) return null;
  return {
    name: locationName,
    address: locationAddress,
    district,
    mapsLink: googleMapsLink,
    phone,
    tableNumber,
  };
}
