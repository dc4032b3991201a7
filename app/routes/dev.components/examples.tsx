import { Party, type PartyMember } from "#app/components/party.tsx";
import { renderStatic } from "#app/components/render-static.server.ts";
import { StandbyDrawing } from "#app/components/booking/standby-drawing.tsx";
import { StreetPlanDrawing } from "#app/components/street-plan-drawing.tsx";
import { Timeline } from "#app/components/booking/timeline.tsx";
import type { NeedsAndVenues } from "#app/db/needs-and-venues.ts";
import {
  explainUnmetNeeds,
  explainUnmetNeedsShortly,
  standbyExplanations,
  standbyReasons,
} from "#app/lib/standby-reasons.ts";
import type { Booking } from "#app/models/booking/bookings.server.ts";
import {
  CallLink,
  DirectionsLink,
  StandbyNote,
  TableTicket,
} from "#app/components/booking/booking-parts.tsx";
import { describeBookingWithTimeline } from "#app/components/booking/describe-booking.server.ts";
import { type CityItem, CityLink, CitySearch } from "#app/routes/events/city-menu.tsx";
import { DietList } from "#app/routes/events/diet-list.tsx";
import type { EventCard } from "#app/routes/events/event-card.ts";
import { EventCards } from "#app/routes/events/event-cards.tsx";

const dayMs = 86_400_000;

const party: PartyMember[] = ["Réka", "Lőrinc", "Zsófi", "Dániel", "Lili"].map((firstName, i) => ({
  firstName,
  photo: null,
  isYou: i === 0,
}));

/** A confirmed booking in three days. */
const createBooking = (now: Date): Booking => ({
  id: "example",
  eventId: "example",
  confirmed: true,
  canceled: false,
  sequence: 1,
  createdAt: new Date(now.getTime() - 9 * dayMs),
  date: new Date(now.getTime() + 3 * dayMs),
  closesAt: new Date(now.getTime() + dayMs),
  matchedAt: now,
  country: "AT",
  cityName: "Vienna",
  hasSeveralCities: true,
  timeZone: "Europe/Vienna",
  depositAmount: 1_000,
  currency: "eur",
  locationName: "Lindenhof",
  locationAddress: "Neubaugasse 41, 1070 Wien",
  district: "Neubau",
  sharedDistrict: null,
  googleMapsLink: "https://www.google.com/maps/search/?api=1&query=Lindenhof",
  phone: "+43 1 000 0041",
  venueId: "lindenhof",
  venuePhoto: null,
  tableNumber: 7,
  standby: false,
  standbyReason: null,
  needsAndVenues: null,
  canceledByClub: false,
  endedBy: null,
  hasOpenSeats: false,
  hasHost: true,
  isNoShow: false,
  attendance: null,
  hasFeedback: false,
  mutual: [],
  deposit: "paid",
  wasMoved: false,
  wasBookedAgain: false,
  cameFromStandby: false,
});

/** Of a diner whom no venue suits. */
const steps: NeedsAndVenues = {
  answers: [{ role: "access", questionId: 25, choices: ["Yes", "No"], answerIds: [1] }],
  venues: [{ diets: [], priceLevel: null, stepFree: false }],
};

const createCard = (now: Date, changes: Partial<EventCard>): EventCard => ({
  id: "example",
  startsAt: now.getTime() + 3 * dayMs,
  date: "Friday, November 27",
  month: "Nov",
  dayOfMonth: "27",
  time: "7:00 PM",
  shortDate: "Fri, Nov 27",
  cityBesideTime: "Vienna",
  daysAway: "in 3 days",
  isOpen: true,
  hasClash: false,
  bookingId: null,
  reason: null,
  district: "Neubau",
  prices: "Mid-range prices",
  diets: ["Vegetarian", "Vegan"],
  warning: null,
  ...changes,
});

const cities: CityItem[] = [
  { slug: "vienna", name: "Vienna", country: "Austria", eventCount: 3, nextDate: "Friday, November 27" },
  { slug: "tokyo", name: "Tokyo", country: "Japan", eventCount: 1, nextDate: "Saturday, November 28" },
  { slug: "budapest", name: "Budapest", country: "Hungary", eventCount: 0, nextDate: null },
];

interface Visit {
  env: Env;
  now: Date;
  timeZone: string;
}

/** Parts of pages that need no code in the browser, by their title. */
export function renderExamples(visit: Visit): { title: string; html: string }[] {
  const { now } = visit;
  const [you] = party;
  const confirmed = describeBookingWithTimeline(createBooking(now), visit);
  const waiting = describeBookingWithTimeline(
    {
      ...createBooking(now),
      confirmed: false,
      standby: true,
      standbyReason: "access",
      needsAndVenues: steps,
    },
    visit,
  );
  const pending = describeBookingWithTimeline(
    { ...createBooking(now), confirmed: false, matchedAt: null },
    visit,
  );
  const cards = [
    createCard(now, { id: "open" }),
    createCard(now, {
      id: "diet",
      time: "7:00 PM in Vienna",
      cityBesideTime: null,
      warning: {
        text: explainUnmetNeeds(["diet"], ["Halal"]),
        shortText: explainUnmetNeedsShortly(["diet"]),
      },
    }),
    createCard(now, { id: "clash", hasClash: true, reason: "You’re already booked around that time" }),
    createCard(now, { id: "closed", isOpen: false, reason: "Booking closed on Wednesday" }),
    createCard(now, { id: "booked", bookingId: "example" }),
  ];
  const examples = {
    "City menu": (
      <div className="grid gap-5">
        <CitySearch query="Vienna" />
        <ul className="border-t border-ink">
          {cities.map((city) => (
            <li key={city.slug} className="border-b border-line">
              <CityLink city={city} isCurrent={city.slug === "vienna"} />
            </li>
          ))}
        </ul>
      </div>
    ),
    "Street plan": (
      <div className="flex flex-wrap gap-5">
        {["vienna", "budapest", "tokyo"].map((name) => (
          <StreetPlanDrawing key={name} name={name} className="size-26 rounded-round" />
        ))}
      </div>
    ),
    "Event cards": (
      <div className="relative translate-x-0 pb-26">
        <EventCards
          events={cards}
          pages={{ skippedCount: 60, eventCount: 150, earlierPath: "?page=1", laterPath: "?page=3" }}
          selectedId="diet"
          normalPrice="7 EUR"
          now={now.getTime()}
        />
      </div>
    ),
    Diets: <DietList diets={["Vegetarian", "Vegan", "Pescatarian", "No pork", "Halal", "Kosher"]} />,
    "Place of a table": confirmed.place && (
      <div className="grid gap-5">
        <div className="floor -mx-gutter grid place-items-center py-4">
          <Party members={party} tableNumber={confirmed.place.tableNumber} />
        </div>
        <TableTicket place={confirmed.place} />
        <div className="flex flex-wrap gap-3">
          <DirectionsLink place={confirmed.place} />
          {confirmed.place.phone && <CallLink phone={confirmed.place.phone} />}
        </div>
      </div>
    ),
    Standby: you && (
      <div className="grid gap-5">
        <StandbyDrawing you={you} />
        <StandbyNote booking={waiting} />
        <ul className="grid gap-2 text-small text-ink-2">
          {standbyReasons.map((reason) => (
            <li key={reason}>{standbyExplanations[reason]}</li>
          ))}
        </ul>
      </div>
    ),
    "What happens next": (
      <div className="grid gap-7">
        <Timeline stops={pending.stops} />
        <Timeline stops={confirmed.stops} />
        <Timeline stops={waiting.stops} />
      </div>
    ),
  };
  return Object.entries(examples).map(([title, example]) => ({
    title,
    html: example ? renderStatic(example) : "",
  }));
}
