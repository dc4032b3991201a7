export interface EventCard {
  id: string;
  startsAt: number;
  /** "Friday, November 27" */
  date: string;
  /** "Nov" */
  month: string;
  dayOfMonth: string;
  /** "7:00 PM", with the city where the visitor's clock shows another time. */
  time: string;
  cityBesideTime: string | null;
  /** "in 5 days" */
  daysAway: string | null;
  /** Whether it has seats, and booking has not ended. */
  isOpen: boolean;
  /** With another dinner of the visitor. */
  hasClash: boolean;
  /** Set when the visitor has booked it. */
  bookingId: string | null;
  /** Why it can't be booked, where the visitor can use the reason. */
  reason: string | null;
  /** Only if all its venues share it. */
  district: string | null;
  prices: string | null;
  diets: string[];
  /** Set when it can be booked, and none of its venues suits the visitor. */
  warning: { text: string; shortText: string } | null;
}
