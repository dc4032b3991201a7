import { reservedName } from "#app/lib/account/person.ts";
import type { DepositState } from "#app/lib/booking/booking-states.ts";
import { listTimelineStops, type TimelineStopKind } from "#app/lib/event/timeline.ts";
import type { BookingFacts, EmailContent, EmailStop, StopDrawing } from "./template.ts";

const joinNames = (names: string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

type Fact = NonNullable<EmailContent["facts"]>[number];

/** Says where to go and whom to ask for; without a seat, only the city is known. */
export function whereFact({ place, cityName }: BookingFacts): Fact {
  if (!place) return ["Where", [cityName, "You’ll get the address with your table."]];
  const { name, address, district, phone } = place;
  return ["Where", [name, address, district ?? "", phone ? `Phone: ${phone}` : ""].filter(Boolean)];
}

export function tableFact({ place, tableMates }: BookingFacts, shares: string[] = []): Fact {
  const number = place ? [`Table ${place.tableNumber}, reserved for ${reservedName}`] : [];
  return ["Your table", [...number, joinNames([...tableMates, "you"]), ...shares]];
}

export const directionsAction = ({ place }: BookingFacts): EmailContent["action"] =>
  place ? { label: "Get Directions", href: place.mapsLink } : undefined;

const drawings: Record<Exclude<TimelineStopKind, "today">, StopDrawing> = {
  booked: "booked",
  "tables made": "table",
  "on standby": "standby",
  "free until": "clock",
  "standby ends": "clock",
  dinner: "dinner",
  "day after": "day-after",
};

interface Variant {
  standby?: "none" | "looking" | "no restaurant suits";
  cameFromStandby?: boolean;
  /** A sentence that an email adds at the stop of the dinner. */
  atDinner?: string | undefined;
}

/** The stops at the time when the email is written. */
export function listEmailStops(
  { event, way, deposit, when: dinnerAt }: BookingFacts,
  { standby = "none", cameFromStandby = false, atDinner }: Variant,
): EmailStop[] {
  const { now, formatTime, ...booking } = way;
  const stops = listTimelineStops(
    { ...event, ...booking, standby, cameFromStandby },
    { now, formatTime, hasToday: false },
  );
  return stops.flatMap(({ kind, title, text, note, freeNote, isFree, when }) => {
    if (kind === "today") return [];
    const extra = {
      dinner: atDinner,
      "day after": willBeRefunded(deposit) ? "We’ll refund your deposit." : undefined,
    }[kind as string];
    // Nobody knows where an email is read, so the dinner's stop names its city.
    const lines = [kind === "dinner" ? dinnerAt : text, note, extra ?? null].filter((line) => line !== null);
    return [{ drawing: drawings[kind], title, lines, freeNote, isFree, isOver: when === "past" }];
  });
}

export const willBeRefunded = (deposit: DepositState | null): boolean =>
  deposit !== null && ["paid", "refunding", "refunded"].includes(deposit);

/** For a booking that the club had to cancel. */
export const costsNothing = ({ deposit, amount }: BookingFacts): string =>
  willBeRefunded(deposit)
    ? `It costs you nothing: we’ll refund your deposit of ${amount}.`
    : "It costs you nothing.";
