import type { AppLoadContext } from "@remix-run/cloudflare";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { avatarAddress } from "#app/lib/account/person.ts";
import { dayOfEvent, eventTime, timeOfDay } from "#app/lib/dates.ts";
import { eveningWindows, isOpen, opensAt } from "#app/lib/event/event-times.ts";
import { findSafety } from "#app/lib/event/safety.ts";
import type { readBookingDetails } from "#app/models/booking/bookings.server.ts";
import { listIcebreakers } from "./icebreakers.ts";

type Found = NonNullable<ReturnType<ReturnType<typeof readBookingDetails>["toResult"]>>;

interface Visit extends Pick<AppLoadContext, "env" | "now" | "timeZone"> {
  view: BookingView;
  userId: string;
  /** The value from the address. */
  icebreaker: string | null;
}

/** What a diner has said, or what the host has seen. Null long before the dinner. */
export type DinerState = "here" | "late" | "can't come" | "expected" | "no word yet" | null;

export type DinnerView = NonNullable<ReturnType<typeof describeDinner>>;
export type DinnerDiner = DinnerView["diners"][number];

/** Describes the page of the dinner's day; null if the booking has no table. */
export function describeDinner(
  { booking, dinersOfEvening, shares, company, hasMatchRecord }: Found,
  visit: Visit,
) {
  const { view, env, now, userId, timeZone: visitorZone } = visit;
  const { date, timeZone, country, hasHost } = booking;
  const { place } = view;
  if (!place) return null;
  const can = {
    say: isOpen(eveningWindows.late, date, now),
    cancel: date > now,
    checkIn: isOpen(eveningWindows.checkIn, date, now),
    reportMissing: isOpen(eveningWindows.missing, date, now),
  };
  const own = dinersOfEvening.findIndex((diner) => diner.userId === userId);
  if (own < 0) return null;
  /** Clockwise from the left neighbor; the viewer is the last. */
  const diners = [...dinersOfEvening.slice(own + 1), ...dinersOfEvening.slice(0, own + 1)].map(
    (diner, seat, { length }) => ({
      bookingId: diner.bookingId,
      firstName: diner.firstName,
      photo: avatarAddress(diner.avatarUrl),
      isYou: diner.userId === userId,
      seat: (seat + 1) % length,
      state: findState(diner, { date, now }),
      lateMinutes: diner.lateMinutes,
      isReportedMissing: diner.isReportedMissing,
      isSeenHere: diner.isSeenHere,
    }),
  );
  const you = diners.at(-1);
  const icebreakers = listIcebreakers(shares, place.tableNumber);
  const chosen = Math.floor(Number(visit.icebreaker));
  const position = chosen >= 1 && chosen <= icebreakers.length ? chosen : 1;
  return {
    ...view,
    place,
    when: `${dayOfEvent(date, now, timeZone)}, ${eventTime(date, booking, visitorZone)}`,
    asOf: timeOfDay(now, timeZone),
    can,
    lateFrom: timeOfDay(opensAt(eveningWindows.late, date), timeZone),
    checkInFrom: timeOfDay(opensAt(eveningWindows.checkIn, date), timeZone),
    hasHost,
    diners,
    ownState: you?.state ?? null,
    /** The host has not seen them, so only they have said it. */
    canTakeBackHere: you?.state === "here" && !you.isSeenHere && isOpen(eveningWindows.checkIn, date, now),
    ownLateMinutes: you?.lateMinutes ?? null,
    icebreaker: {
      text: icebreakers[position - 1] ?? "",
      position,
      count: icebreakers.length,
      next: (position % icebreakers.length) + 1,
    },
    shares,
    company,
    hasReceipt: hasMatchRecord,
    safety: findSafety(env, country),
  };
}

function findState(
  { isHere, hasCanceled, lateMinutes }: Found["dinersOfEvening"][number],
  { date, now }: { date: Date; now: Date },
): DinerState {
  if (hasCanceled) return "can't come";
  if (isHere) return "here";
  if (!isOpen(eveningWindows.late, date, now)) return null;
  if (lateMinutes !== null) return "late";
  return isOpen(eveningWindows.missing, date, now) ? "no word yet" : "expected";
}
