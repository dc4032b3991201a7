import type { Diner, MatchInput, Venue } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { suits } from "#app/matching/venues/needs.ts";
import { answerAll, clubQuestions, type Traits, usualTerms } from "./terms-club.ts";

/** Who lives in a part of a town, and what they are like. */
interface District {
  share: number;
  /** From 0 to 1, around which the ages and incomes of its people lie. */
  age: number;
  spending: number;
  /** The likelihood of each language, from the first bit on. */
  languages: readonly number[];
  /** The likelihood of each of six diets. */
  diets: readonly number[];
}

interface Population {
  districts: readonly District[];
  venueCount: (diners: number) => number;
  /** How many tables there are for each that could be filled. */
  room: number;
  /** How many others a regular has met, and the share of all who avoid somebody. */
  met: number;
  avoiding: number;
  regulars: number;
}

const few = [0.08, 0.05, 0.02, 0.01, 0.02, 0.01];
const many = [0.3, 0.12, 0.08, 0.05, 0.04, 0.02];

export const populations = {
  capital: {
    districts: [
      { share: 4, age: 0.3, spending: 0.4, languages: [0.9, 0.5, 0.05], diets: few },
      { share: 3, age: 0.5, spending: 0.7, languages: [0.95, 0.6, 0.2], diets: few },
      { share: 1, age: 0.2, spending: 0.2, languages: [0.3, 0.95, 0, 0.3, 0.1], diets: many },
    ],
    venueCount: (diners) => Math.ceil(diners / 33),
    room: 1.4,
    met: 8,
    avoiding: 0.02,
    regulars: 0.6,
  },
  newcomers: {
    districts: [
      { share: 3, age: 0.3, spending: 0.5, languages: [0.1, 0.97, 0.1, 0.1], diets: few },
      { share: 1, age: 0.4, spending: 0.3, languages: [0.15, 0.35, 0.95], diets: many },
      { share: 1, age: 0.3, spending: 0.8, languages: [0, 0.4, 0, 0.95, 0.15], diets: few },
      { share: 0.3, age: 0.2, spending: 0.3, languages: [0.2, 0.6, 0, 0, 0.2, 0.95], diets: many },
      { share: 2, age: 0.5, spending: 0.5, languages: [0.98, 0.35], diets: few },
    ],
    venueCount: (diners) => Math.ceil(diners / 25),
    room: 1.2,
    met: 6,
    avoiding: 0.01,
    regulars: 0.5,
  },
  students: {
    districts: [
      { share: 5, age: 0.02, spending: 0.05, languages: [0.8, 0.9, 0.1], diets: many },
      { share: 1, age: 0.15, spending: 0.5, languages: [0.9, 0.9], diets: few },
      { share: 1, age: 0.1, spending: 0.1, languages: [0, 0.9, 0.3, 0.3, 0.3], diets: many },
    ],
    venueCount: (diners) => Math.min(60, Math.ceil(diners / 15)),
    room: 1.15,
    met: 12,
    avoiding: 0.04,
    regulars: 0.7,
  },
  regulars: {
    districts: [
      {
        share: 1,
        age: 0.7,
        spending: 0.6,
        languages: [0.98, 0.3, 0.2],
        diets: [0.06, 0.02, 0.1, 0.08, 0.02, 0],
      },
      {
        share: 1,
        age: 0.9,
        spending: 0.3,
        languages: [0.99, 0.1, 0.35],
        diets: [0.03, 0.02, 0.15, 0.1, 0.02, 0],
      },
    ],
    venueCount: () => 3,
    room: 1,
    met: 28,
    avoiding: 0.1,
    regulars: 0.95,
  },
  border: {
    districts: [
      { share: 5, age: 0.4, spending: 0.4, languages: [0.99, 0.15, 0.05], diets: few },
      { share: 4, age: 0.5, spending: 0.6, languages: [0.15, 0.99, 0.3], diets: few },
      { share: 1, age: 0.6, spending: 0.2, languages: [0.1, 0.1, 0.99, 0, 0.1], diets: many },
      { share: 0.5, age: 0.3, spending: 0.7, languages: [0, 0.3, 0.2, 0.9], diets: many },
    ],
    venueCount: (diners) => Math.min(60, Math.ceil(diners / 10)),
    room: 1.1,
    met: 10,
    avoiding: 0.03,
    regulars: 0.6,
  },
} satisfies Record<string, Population>;

export type PopulationName = keyof typeof populations;
export const populationNames = Object.keys(populations) as PopulationName[];

/**
 * An evening of a made-up town, where languages, diets, prices, ages and tastes go together by district. Wishes are
 * independent of the answers: people like each other for other reasons.
 */
export function makeEvening(name: PopulationName, count: number, seed: number): MatchInput {
  const population: Population = populations[name];
  const random = new Random(7_919 * seed + count + name.length);
  const draw = () => random.nextBelow(1_000_000) / 1_000_000;
  const isChance = (chance: number) => draw() < chance;
  const venues = makeVenues(population, count, random);
  const diners = Array.from({ length: count }, (_, i): Diner => {
    const district = pickDistrict(population.districts, draw());
    const near = (centre: number) => Math.min(1, Math.max(0, centre + 0.35 * (draw() + draw() - 1)));
    const traits: Traits = {
      age: near(district.age),
      spending: near(district.spending),
      outgoing: draw(),
      curious: near(1 - district.age),
    };
    const drawBits = (chances: readonly number[]) =>
      chances.reduce((bits, chance, bit) => (isChance(chance) ? bits | (1 << bit) : bits), 0);
    const price = Math.floor(4 * traits.spending + draw());
    return {
      id: `d${i}`,
      answers: answerAll(traits, random, draw),
      priority: isChance(0.05) ? 1 : 0,
      bookedAt: random.nextBelow(1_000_000),
      languages: drawBits(district.languages) || 1,
      diets: drawBits(district.diets),
      ...(price < 3 ? { maxPrice: 1 + price } : {}),
      ...(isChance(0.02 + 0.06 * traits.age ** 3) ? { stepFree: true } : {}),
      avoid: [],
      met: [],
      ...(isChance(population.regulars) ? {} : { firstDinner: true }),
      ...(isChance(0.03) ? { boost: true } : {}),
    };
  });
  const pickOther = (list: readonly Diner[], one: Diner) => {
    const other = list[random.nextBelow(list.length)];
    return other && other !== one ? [other.id] : [];
  };
  const regulars = diners.filter(({ firstDinner }) => !firstDinner);
  for (const diner of regulars) {
    diner.met = Array.from({ length: random.nextBelow(population.met) }, () =>
      pickOther(regulars, diner),
    ).flat();
    if (isChance(population.avoiding)) diner.avoid = pickOther(regulars, diner);
  }
  const { pairs: together, left } = drawPairs(diners, Math.round(0.05 * count), venues, random);
  const { pairs: wishes } = drawPairs(
    left.filter(({ firstDinner }) => !firstDinner),
    Math.round(0.06 * count),
    venues,
    random,
  );
  const partners = new Map(
    [...together, ...wishes].flatMap(([one, other]) => [
      [one, other],
      [other, one],
    ]),
  );
  for (const diner of diners) {
    diner.met = diner.met.filter((id) => partners.get(diner.id) !== id);
    diner.avoid = diner.avoid.filter((id) => partners.get(diner.id) !== id);
  }
  return {
    questions: clubQuestions,
    venues,
    diners,
    seed,
    relax: ["met"],
    terms: usualTerms,
    wishes,
    together,
  };
}

function pickDistrict(districts: readonly District[], drawn: number): District {
  let left = drawn * districts.reduce((sum, { share }) => sum + share, 0);
  return (
    districts.find(({ share }) => {
      left -= share;
      return left < 0;
    }) ?? (districts[0] as District)
  );
}

function makeVenues({ venueCount, room }: Population, count: number, random: Random): Venue[] {
  const venues = Math.max(1, venueCount(count));
  const tables = Math.ceil((room * count) / 5);
  return Array.from({ length: venues }, (_, i): Venue => {
    const price = i % 4 === 3 ? undefined : 1 + (i % 3);
    return {
      id: `v${i}`,
      diets: i % 3 === 0 ? 63 : ([7, 15, 23, 47][random.nextBelow(4)] ?? 7),
      tables: Math.floor(((i + 1) * tables) / venues) - Math.floor((i * tables) / venues),
      ...(price === undefined ? {} : { price }),
      ...(i % 2 === 0 ? { stepFree: true } : {}),
    };
  });
}

/** Pairs who could sit together at a venue and in a language. */
function drawPairs(diners: readonly Diner[], count: number, venues: readonly Venue[], random: Random) {
  const left = [...random.shuffle(Int32Array.from(diners.keys()))].map((i) => diners[i] as Diner);
  const pairs: [string, string][] = [];
  while (pairs.length < count && left.length > 1) {
    const one = left.pop() as Diner;
    const at = left.findLastIndex(
      (other) =>
        (one.languages & other.languages) !== 0 &&
        venues.some((venue) => suits(venue, one) && suits(venue, other)),
    );
    if (at >= 0) pairs.push([one.id, (left.splice(at, 1)[0] as Diner).id]);
  }
  return { pairs, left };
}
