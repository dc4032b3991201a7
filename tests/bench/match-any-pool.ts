import type { Diner, MatchInput, Venue } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import type { Seating } from "#app/matching/seating.ts";
import { match } from "#app/matching/solve.ts";
import { makeMatchInput } from "./match-input.ts";

/** What is wrong with the seatings of so many random evenings, with the seed of the match input. */
export function findBrokenPools(cases: number): string[] {
  return Array.from({ length: cases }, (_, seed) => seed).flatMap((seed) => {
    const input = makeAnyPool(seed);
    const seating = match(input);
    const broken = findBrokenRules(input, seating);
    if (match(shuffleInput(input)).hash !== seating.hash) broken.push("the order of the input matters");
    return broken.map((each) => `${seed}: ${each}`);
  });
}

export function shuffleInput(input: MatchInput): MatchInput {
  const random = new Random(input.seed);
  return {
    ...input,
    venues: shuffle(input.venues, random),
    diners: shuffle(input.diners, random),
    ...(input.together
      ? { together: shuffle(input.together, random).map((group) => shuffle(group, random)) }
      : {}),
    ...(input.wishes ? { wishes: shuffle(input.wishes, random) } : {}),
  };
}

const shuffle = <T>(list: readonly T[], random: Random) =>
  [...random.shuffle(Int32Array.from(list.keys()))].map((i) => list[i] as T);

/** Up to sixty diners and eight venues, and now and then an extreme. */
function makeAnyPool(seed: number): MatchInput {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]) => list[random.nextBelow(list.length)] as T;
  const extreme = random.nextBelow(20);
  const count = random.nextBelow(seed % 4 === 0 ? 61 : 26);
  const { questions, diners } = makeMatchInput(count, seed);
  const needed = pick([0, 5, 20, 60]);
  const isNeeded = () => random.nextBelow(100) < needed;
  const conflict = pick([0, 0, 2, 10]);
  const others = (one: number) =>
    diners.flatMap(({ id }, other) => (other !== one && random.nextBelow(100) < conflict ? [id] : []));
  const venueCount = extreme === 0 ? 0 : extreme === 1 ? count + 5 : 1 + random.nextBelow(8);
  const isDifferent = extreme === 2;
  return {
    questions: questions.slice(0, 1 + random.nextBelow(4)),
    venues: Array.from({ length: venueCount }, (_, i): Venue => {
      const price = pick([undefined, 0, 1, 2, 3]);
      const stepFree = pick([undefined, false, true]);
      return {
        id: `v${(7 * i) % 11}-${i}`,
        diets: isDifferent ? 1 << (i % 31) : pick([0, 1, 3, 5, 7, 7]),
        tables: extreme === 3 ? 0 : pick([0, 1, 1, 2, 3, 60]),
        ...(price === undefined ? {} : { price }),
        ...(stepFree === undefined ? {} : { stepFree }),
      };
    }),
    diners: diners.map((diner, i): Diner => {
      const maxPrice = isNeeded() ? random.nextBelow(4) : undefined;
      return {
        ...diner,
        languages: pick([0, 0, 0, 1, 2, 3]),
        diets: isDifferent ? 1 << (i % 31) : isNeeded() ? pick([1, 2, 4, 6]) : 0,
        avoid: others(i),
        met: others(i),
        ...(maxPrice === undefined ? {} : { maxPrice }),
        ...(isNeeded() ? { stepFree: true } : {}),
      };
    }),
    relax: pick([[], ["met"], ["language"], ["met", "language"]] as const),
    floor: random.nextBelow(2) === 0,
    proposals: 20 * count,
    seed,
  };
}

/** Written without the matcher's code. */
function findBrokenRules(input: MatchInput, { tables, standby, report }: Seating): string[] {
  const broken: string[] = [];
  const diners = new Map(input.diners.map((diner) => [diner.id, diner]));
  const venues = new Map(input.venues.map((venue) => [venue.id, venue]));
  const { relaxed } = report.venues[0];
  for (const { venue: venueId, diners: ids } of tables) {
    const five = ids.map((id) => diners.get(id) as Diner);
    const venue = venues.get(venueId) as Venue;
    if (new Set(ids).size !== 5) broken.push(`${ids} are not five`);
    for (const { id, diets, maxPrice, stepFree, avoid, met } of five) {
      if ((diets | venue.diets) !== venue.diets) broken.push(`${id} is not served`);
      if (maxPrice !== undefined && venue.price !== undefined && venue.price > maxPrice)
        broken.push(`${id} pays too much`);
      if (stepFree && !venue.stepFree) broken.push(`${id} has to take steps`);
      if (avoid.some((other) => ids.includes(other))) broken.push(`${id} sits with somebody they avoid`);
      if (!relaxed.includes("met") && met.some((other) => ids.includes(other)))
        broken.push(`${id} meets somebody again`);
    }
    const languages = five.reduce((shared, each) => shared & (each.languages || -1), -1);
    if (!relaxed.includes("language") && languages === 0) broken.push(`${ids} share no language`);
  }
  for (const { id, tables: most } of input.venues)
    if (tables.filter(({ venue }) => venue === id).length > most) broken.push(`${id} has too many tables`);
  const everyone = [...tables.flatMap((table) => table.diners), ...standby.map(({ diner }) => diner)];
  if (everyone.sort().join() !== [...diners.keys()].sort().join()) broken.push("somebody is lost");
  if (report.venues[0].mostSeated < report.seated) broken.push("more are seated than there can be");
  for (const { diner: id, reason } of standby) {
    const diner = diners.get(id) as Diner;
    const isSuited = (meets: (venue: Venue) => boolean) => input.venues.some(meets);
    const reasons = {
      diet: isSuited(({ diets }) => (diner.diets & ~diets) === 0),
      price: isSuited(({ price }) => !((price ?? 0) > (diner.maxPrice ?? Infinity))),
      access: isSuited(({ stepFree }) => !diner.stepFree || stepFree === true),
    };
    const isAlone = reason === "diet" || reason === "price" || reason === "access";
    if (isAlone && reasons[reason]) broken.push(`${id} is not on standby for ${reason}`);
  }
  return broken;
}
