import { Timeline } from "#app/components/timeline.tsx";
import type { BookingView } from "./describe-booking.server.ts";

/** The way to the table, as far as it is known. */
export const BookingTimeline = ({ booking, isWide }: { booking: BookingView; isWide?: boolean }) => (
  <Timeline stops={booking.stops} isWide={isWide} />
);
