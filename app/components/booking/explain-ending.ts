import {
  explainUnmetNeeds,
  getsPriority,
  isUnmetNeed,
  noSeatCameFree,
} from "#app/lib/booking/standby-reasons.ts";
import { endWithPeriod } from "#app/lib/text.ts";
import { findUnmetNeeds } from "#app/matching/venues/unmet-needs.ts";
import type { Booking } from "#app/models/booking/bookings.server.ts";

/** Why a booking was canceled, as far as it is known. */
export function explainEnding(booking: Booking, now: Date): string {
  if (!booking.canceledByClub) return "This booking is canceled.";
  return `${explainClubEnding(booking, now)} It costs you nothing, and ${getsPriority}`;
}

function explainClubEnding({ endedBy, ...booking }: Booking, now: Date): string {
  const because = endedBy?.because ? ` ${endWithPeriod(endedBy.because)}` : "";
  switch (endedBy?.kind) {
    case "standby-ended":
      return `You were on standby until 3 hours before dinner. ${explainStandbyEnd(booking)}`;
    case "table-dissolved":
      return "Too many people at your table had to cancel, and the other tables were full.";
    case "canceled-by-club":
      return endedBy.what === "dinner"
        ? `This dinner ${booking.date > now ? "can’t" : "couldn’t"} take place.${because}`
        : `We had to cancel your booking.${because}`;
    default:
      return "We had to cancel your booking.";
  }
}

/** Answers and restaurants may have changed since: it names only a need that was unmet then and still is. */
function explainStandbyEnd({ standbyReason, needsAndVenues }: Omit<Booking, "endedBy">): string {
  const { needs, diets } = findUnmetNeeds(needsAndVenues?.answers ?? [], needsAndVenues?.venues ?? []);
  return standbyReason && isUnmetNeed(standbyReason) && needs.length > 0
    ? explainUnmetNeeds(needs, diets)
    : noSeatCameFree;
}
