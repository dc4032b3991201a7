import { TZDate } from "@date-fns/tz";
import { describePriceLevels, describeRange, type PriceRanges } from "#app/lib/price.ts";
import { dayMs } from "#app/lib/time-units.ts";

/** What a drawing of an evening is made of. */
export interface EveningFacts {
  /** In milliseconds. */
  startsAt: number;
  /** By the city's clock. */
  hour: number;
  /** The neighborhoods of its restaurants, whose names decide the houses. */
  districts: string[];
  seats: number;
  taken: number;
}

interface Evening {
  date: Date;
  timeZone: string;
  taken: number;
  capacity: number;
  venues: readonly { district: string | null; priceLevel: number }[];
}

interface CityPrices {
  priceRanges: PriceRanges | null;
  currency: string;
}

export type EveningView = ReturnType<typeof describeEvening>;

const either = new Intl.ListFormat("en-GB", { type: "disjunction" });
const maxNamed = 3;

/** What is said of a dinner before its tables are made, and what its drawing is made of. */
export function describeEvening(
  { date, timeZone, taken, capacity, venues }: Evening,
  { priceRanges, currency }: CityPrices,
) {
  const districts = [...new Set(venues.flatMap(({ district }) => district ?? []))].sort();
  const levels = venues.map(({ priceLevel }) => priceLevel);
  const range = levels.length > 0 ? { min: Math.min(...levels), max: Math.max(...levels) } : null;
  const seats = `${capacity} ${capacity === 1 ? "seat" : "seats"}`;
  const drawing: EveningFacts = {
    startsAt: date.getTime(),
    hour: new TZDate(date.getTime(), timeZone).getHours(),
    districts,
    seats: capacity,
    taken,
  };
  return {
    drawing,
    /** "Ferencváros or Óbuda"; null unless it is known of each restaurant. */
    where: venues.every(({ district }) => district) ? nameDistricts(districts) : null,
    prices: describeRange(priceRanges, range, currency) ?? ((range && describePriceLevels(range)) || null),
    seats: taken > 0 ? `${Math.min(taken, capacity)} of ${seats} taken` : `${seats} free`,
  };
}

function nameDistricts(districts: string[]): string | null {
  const [others, named] = [districts.slice(maxNamed), districts.slice(0, maxNamed)];
  if (others.length > 0) named.push(`${others.length} more`);
  return districts.length > 0 ? either.format(named) : null;
}

const year2000 = Date.UTC(2000, 0, 1, 12);

const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180);

/** From 0, a new moon, over 0.5, a full one, to 1. Right to about an hour (Meeus, Astronomical Algorithms, chapter 48). */
export function moonPhase(date: Date): number {
  const days = (date.getTime() - year2000) / dayMs;
  const elongation = 297.8501921 + 12.19074911 * days;
  const ofSun = 357.5291092 + 0.98560028 * days;
  const ofMoon = 134.9633964 + 13.06499295 * days;
  const angle =
    elongation +
    6.289 * sin(ofMoon) -
    2.1 * sin(ofSun) +
    1.274 * sin(2 * elongation - ofMoon) +
    0.658 * sin(2 * elongation) +
    0.214 * sin(2 * ofMoon) +
    0.11 * sin(elongation);
  return (((angle / 360) % 1) + 1) % 1;
}
