import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Operator } from "#app/lib/desk-settings.ts";
import { formatAmount, formatRange } from "#app/lib/price.ts";
import { capitalize } from "#app/lib/text.ts";
import { listCitiesWithCounts } from "#app/models/city/cities.server.ts";
import { listCitySchedules, listOpened } from "#app/models/event/schedules.server.ts";
import { countComingEvents, listDiets, listVenues } from "#app/models/venue/venues.server.ts";
import { formatRhythm, listHolidays, noHolidaysKnown } from "#app/operations/schedule/find-schedule.ts";
import { plural } from "#app/operations/words.ts";
import { sayAtDesk } from "./desk-words.server.ts";
import { citySlugsOf } from "./operator.server.ts";

/** The cities that the operator sees, and the restaurants and schedules of the one that is chosen; undefined for a city that is not theirs. */
export async function loadPlaces(context: AppLoadContext, operator: Operator, chosen: string | null) {
  const { db, now } = context;
  const slugs = citySlugsOf(operator);
  const all = (await listCitiesWithCounts(db, now)).filter(({ slug }) => slugs?.includes(slug) ?? true);
  const city =
    chosen === null ? (all.length === 1 ? all[0] : undefined) : all.find(({ slug }) => slug === chosen);
  if (chosen !== null && !city) return undefined;
  return {
    isOwner: operator.role === "owner",
    cities: all.map(({ slug, name, country, venueCount, upcomingCount }) => ({
      slug,
      name: country ? `${name}, ${country}` : name,
      text: `${plural(venueCount, "restaurant")}, ${plural(upcomingCount, "event")} to come`,
    })),
    city: city && {
      slug: city.slug,
      name: city.name,
      text: `${city.timeZone}. The normal price is ${formatAmount(city.price, city.currency)}, the deposit ${city.deposit === 0 ? "is none" : `is ${formatAmount(city.deposit, city.currency)}`}.${city.priceRanges ? ` A dinner costs ${city.priceRanges.map((range) => formatRange(range, city.currency)).join("; ")}.` : ""}`,
      ...(await loadCity(context, city.id)),
    },
  };
}

async function loadCity({ db, now }: AppLoadContext, cityId: string) {
  const [venues, weekly, diets, eventCounts] = await Promise.all([
    listVenues(db, cityId),
    listCitySchedules(db, cityId),
    listDiets(db),
    countComingEvents(db, now),
  ]);
  const schedules = weekly.map((each) => ({ ...each, holidays: listHolidays(each, now) }));
  const dates = schedules.flatMap(({ holidays = [] }) => holidays.map(({ date }) => date));
  const opened = await listOpened(db, cityId, dates);
  return {
    venues: venues.map((venue) => ({
      id: venue.id,
      name: venue.name,
      address: venue.address,
      phone: venue.phone,
      tables: plural(venue.tables, "table"),
      price: `price ${venue.priceLevel} of 4`,
      access: venue.stepFree ? "step-free" : "with steps",
      cooks: diets.filter((_, i) => venue.diets.includes(i + 1)),
      cooksNot: diets.filter((_, i) => !venue.diets.includes(i + 1)),
      events: plural(eventCounts.get(venue.id) ?? 0, "event"),
    })),
    schedules: schedules.map(({ id, weekday, every, time, weeks, country, venues: scheduled, holidays }) => ({
      id,
      holidays: (holidays ?? [])
        .filter(({ date }) => opened.get(date.getTime()) !== "")
        .map(({ date, day, says }) => ({ day, says, eventId: opened.get(date.getTime()) ?? null })),
      noHolidays: holidays ? null : noHolidaysKnown(country),
      when: sayAtDesk(`${formatRhythm(weekday, every)}, ${time}`, []),
      text: `${scheduled.map(({ name, tables }) => `${name}, ${plural(tables, "table")}`).join("; ") || "No restaurant"}. ${capitalize(plural(weeks, "week"))} ahead.`,
    })),
  };
}

export type PlacesView = NonNullable<Awaited<ReturnType<typeof loadPlaces>>>;
