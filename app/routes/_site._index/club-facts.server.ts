import type { AppLoadContext } from "@remix-run/cloudflare";
import { loadBatched } from "#app/db/batches.ts";
import { showsFigures } from "#app/http/public-pages.ts";
import { areDepositsOffered } from "#app/lib/booking/booking-states.ts";
import { longDate, timeOfDay } from "#app/lib/dates.ts";
import { describeEvening, type EveningView } from "#app/lib/event/evening.ts";
import { describeRange, formatAmount, type PriceRanges } from "#app/lib/price.ts";
import type { QuizQuestion } from "#app/lib/quiz/quiz.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { logError } from "#app/log.ts";
import { readCityTerms } from "#app/models/city/cities.server.ts";
import { readNextBookable } from "#app/models/event/upcoming-events.server.ts";
import { readPublicFigures } from "#app/models/figures/club-figures.server.ts";
import { readFirstQuestion } from "#app/models/quiz/first-question.server.ts";

export interface ClubFacts {
  where: string | null;
  hasDeposits: boolean;
  deposit: string | null;
  prices: string | null;
  figures: { dinners: number; diners: number; againPercent: number | null } | null;
  question: QuizQuestion | null;
  /** On the Friday of the countdown in the visitor’s time zone, or else the first there that can be booked, or anywhere. */
  next: { startsAt: number; isOnFriday: boolean; date: string; time: string; evening: EveningView } | null;
  /** The Friday of the countdown has dinners, and none can be booked. */
  isSoldOut: boolean;
  phone: string | null;
}

/** If the database does not answer, the page says less but still works. */
export async function loadClubFacts(context: AppLoadContext, friday: Date): Promise<ClubFacts> {
  const { db, env } = context;
  const areOffered = areDepositsOffered(env);
  const phone = env.SAFETY_PHONE || null;
  try {
    const [cities, figures, { next, isSoldOut }, question] = await Promise.all([
      loadBatched(context, readCityTerms(db, maxListedCities + 1)),
      showsFigures(env) ? loadBatched(context, readPublicFigures(db)) : null,
      loadNext(context, friday),
      loadBatched(context, readFirstQuestion(db)),
    ]);
    return {
      where: listCityNames(cities),
      hasDeposits:
        areOffered &&
        ([0, maxListedCities + 1].includes(cities.length) || cities.some(({ deposit }) => deposit > 0)),
      deposit: listDeposits(cities),
      prices: listByCity(cities, ({ ranges, levels, currency }) =>
        describeRange(ranges, levels ?? null, currency),
      ),
      figures: figures && {
        dinners: figures.dinners,
        diners: figures.diners,
        againPercent: figures.again?.percent ?? null,
      },
      next,
      isSoldOut,
      question: question ?? null,
      phone,
    };
  } catch (error) {
    context.isIncomplete = true;
    logError("the landing page has no facts", error, { requestId: context.requestId });
    const nothing = { where: null, deposit: null, prices: null, figures: null, next: null, question: null };
    return { ...nothing, hasDeposits: areOffered, isSoldOut: false, phone };
  }
}

/** Looks twelve hours around it, because a visitor's Friday evening may not be the city's. */
async function loadNext(
  context: AppLoadContext,
  friday: Date,
): Promise<Pick<ClubFacts, "next" | "isSoldOut">> {
  const { db, now } = context;
  const from = new Date(friday.getTime() - 12 * hourMs);
  const until = new Date(friday.getTime() + 12 * hourMs);
  const wish = { from, until, now, timeZone: context.timeZone };
  const { hasAny, within, first } = await loadBatched(context, readNextBookable(db, wish));
  const isSoldOut = hasAny && !within;
  const found = within ?? first;
  if (!found) return { next: null, isSoldOut };
  const { date, timeZone, cityName } = found;
  return {
    isSoldOut,
    next: {
      startsAt: date.getTime(),
      isOnFriday: found === within,
      date: longDate(date, timeZone),
      time: `${timeOfDay(date, timeZone)} in ${cityName}`,
      evening: describeEvening(found, found),
    },
  };
}

export interface CityTerms {
  name: string;
  currency: string;
  deposit: number;
  ranges?: PriceRanges | null;
  levels?: { min: number; max: number } | null;
}

/** One line has no room for more. */
const maxListedCities = 3;

const list = new Intl.ListFormat("en-US");

/** "Budapest and Vienna", or "Budapest, Graz, Vienna and more". */
export const listCityNames = (cities: readonly CityTerms[]): string | null =>
  cities.length > 0 ? joinFew(cities.map(({ name }) => name)) : null;

/** "3000 HUF", or "3000 HUF in Budapest and 10 EUR in Vienna"; null if there are too many cities. */
export const listDeposits = (cities: readonly CityTerms[]): string | null =>
  listByCity(cities, ({ deposit, currency }) =>
    deposit > 0 ? formatAmount(deposit, currency) : cities.length > 1 ? "none" : null,
  );

function listByCity(cities: readonly CityTerms[], describe: (city: CityTerms) => string | null) {
  const said = cities.flatMap((city) => {
    const text = describe(city);
    return text === null ? [] : [{ text, name: city.name }];
  });
  if (said.length === 0 || cities.length > maxListedCities) return null;
  if (said.length === cities.length && new Set(said.map(({ text }) => text)).size === 1)
    return said[0]?.text ?? null;
  return list.format(said.map(({ text, name }) => `${text} in ${name}`));
}

function joinFew(names: string[]): string {
  if (names.length <= maxListedCities) return list.format(names);
  return `${names.slice(0, maxListedCities).join(", ")} and more`;
}
