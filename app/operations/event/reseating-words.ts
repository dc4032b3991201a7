import { capitalize } from "#app/lib/text.ts";
import type { Diner } from "#app/matching/match-input.ts";
import { listUnmetNeeds, toBits } from "#app/matching/venues/needs.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import type { MatchData } from "#app/models/seating/match-data.server.ts";
import type { NewPlace, ReseatingPlan } from "#app/models/seating/reseating.server.ts";
import type { WouldSeat } from "#app/models/seating/what-would-seat.server.ts";
import type { PeopleList, PlannedChange } from "#app/operations/operation.ts";
import { joinNames, maxNames, shortId } from "#app/operations/words.ts";
import { describeChanges, describeLack } from "./event-seats.ts";

/** Where a booking goes. */
export interface MovedDiner {
  bookingId: string;
  firstName: string;
  place: { table: number; venueName?: string | undefined } | "standby" | "canceled";
}

export interface ReseatedEvening {
  event: EventDetails;
  plan: ReseatingPlan;
  names: Map<MatchData["diners"][number], string>;
  /** With the venues as they will be. */
  data: MatchData;
  diets: readonly string[];
}

export const nameVenue = ({ event, data }: ReseatedEvening, venueId: string) =>
  [...data.event.venues, ...event.venues].find((venue) => venue.venueId === venueId)?.name ?? "";

function nameDiners({ names, plan }: ReseatedEvening, diners: readonly Pick<Diner, "id">[]): string[] {
  return diners.flatMap(({ id }) => {
    const diner = plan.seats.bookings.get(id);
    return (diner && names.get(diner)) ?? [];
  });
}

export const toRow = ({ firstName, place }: MovedDiner) => ({
  title: typeof place === "object" ? `${place.venueName}, table ${place.table}` : "",
  names: [firstName],
});

/** Each table with new diners, who sits there already, and why they are there. */
export function listPlaces(evening: ReseatedEvening): PeopleList[] {
  const { leaving, places } = evening.plan;
  const rows = places
    .toSorted((one, other) => one.number - other.number)
    .map(({ venueId, number, staying, joining }) => {
      const parts = leaving.flatMap((table) => {
        const some = table.diners.filter((diner) => joining.includes(diner));
        if (some.length === 0) return [];
        if (some.length === table.diners.length && some.length > 1)
          return [`table ${table.number} stays together`];
        if (some.length > 1) return [`${some.length} of table ${table.number}`];
        const main = places
          .filter((place) => place.venueId !== venueId)
          .toSorted((a, b) => countOf(b, table) - countOf(a, table))[0];
        const lacks = some.flatMap((diner) => (main ? listLacks(evening, diner, main.venueId) : []));
        return [`${nameDiners(evening, some)} from table ${table.number}`, ...lacks];
      });
      return {
        title: `${nameVenue(evening, venueId)}, table ${number}`,
        names: nameDiners(evening, joining),
        staying: nameDiners(evening, staying),
        text: `${capitalize(parts.join("; "))}.`,
      };
    });
  return rows.length > 0 ? [{ heading: "Who moves", rows }] : [];
}

const countOf = ({ joining }: NewPlace, { diners }: { diners: Diner[] }) =>
  diners.filter((diner) => joining.includes(diner)).length;

/** "no vegan kitchen at Casa" */
function listLacks(evening: ReseatedEvening, diner: Diner, venueId: string): string[] {
  const venue = evening.plan.seats.venues.find(({ id }) => id === venueId);
  if (!venue) return [];
  const name = nameVenue(evening, venueId);
  const missing = evening.diets.filter((_, i) => diner.diets & ~venue.diets & toBits([i + 1]));
  return listUnmetNeeds([venue], diner).flatMap((need) => {
    if (need === "diet") return missing.map((diet) => describeLack.diet(name, diet));
    return need === "venue" ? [] : [describeLack[need](name)];
  });
}

/** Those who get no seat and why, and what would seat them. */
export function listWithoutSeat(
  evening: ReseatedEvening,
  moved: readonly MovedDiner[],
  changes: readonly WouldSeat[],
  isOver: boolean,
): PeopleList[] {
  if (moved.length === 0) return [];
  const { event, data, plan, diets } = evening;
  const reasons = Map.groupBy(moved, ({ bookingId }) => {
    const diner = plan.withoutSeat.find(({ id }) => id === bookingId);
    const lacks = plan.seats.venues.map((venue) => (diner ? listLacks(evening, diner, venue.id) : []));
    const isSuited = lacks.some((each) => each.length === 0);
    return isSuited ? "no other seat suits them" : [...new Set(lacks.flat())].join(", ");
  });
  const getsBack = isOver
    ? "They get an apology, their deposit back, and the next dinners."
    : "They are on standby.";
  const nameAll = (ids: readonly string[]) =>
    joinNames(
      nameDiners(
        evening,
        ids.map((id) => ({ id })),
      ),
    );
  return [
    {
      heading: "Without a seat",
      aside: String(moved.length),
      rows: [
        ...[...reasons].map(([reason, some]) => ({
          title: "",
          names: some.map(({ firstName }) => firstName),
          text: `${capitalize(reason)}. ${getsBack}`,
          hasNoSeat: true,
        })),
        ...describeChanges(changes, { event: { ...event, venues: data.event.venues }, diets, nameAll }).map(
          ({ title, count, names, command }) => ({ title: `${title}, +${count}`, text: names, command }),
        ),
      ],
    },
  ];
}

/** Lists everybody concerned in a table if the sentence can't name each of them; always for scripts. */
export function listMoves(
  moved: MovedDiner[],
  newlySeated: MovedDiner[] = [],
): Pick<PlannedChange, "details" | "detailsData"> {
  const diners = [...moved, ...newlySeated];
  const rows = diners.map(({ firstName, bookingId, place }) => [
    firstName,
    shortId(bookingId),
    typeof place === "object"
      ? `table ${place.table}${place.venueName ? ` at ${place.venueName}` : ""}`
      : place === "standby"
        ? "standby"
        : "no seat",
  ]);
  const isNamed = diners.length <= maxNames && newlySeated.length === 0;
  return {
    ...(isNamed ? {} : { details: { headings: ["diner", "booking", "gets"], rows, empty: "" } }),
    detailsData: { diners },
  };
}
