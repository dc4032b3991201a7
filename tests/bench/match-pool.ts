import type { Diner, MatchInput, RelaxableRule, Venue } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { match } from "#app/matching/solve.ts";
import { shuffleInput } from "./match-any-pool.ts";
import { makeMatchInput } from "./match-input.ts";
import { createTableValue, pointOf } from "./table-value.ts";

interface Results {
  cases: number;
  complete: number;
  impossible: number;
  relaxed: number;
  /** Runs where the venues change who is seated or what the seating is worth. */
  bound: number;
  /** What differs from the search of all seatings, with the seed of the match input. */
  wrong: string[];
  slowestMs: number;
}

/** Compares matching runs of up to twenty diners at several venues with a search of all seatings. */
export const comparePools = (cases: number) => compareSeatings(makePoolInput, cases);

/** The search shares no code with the matcher. */
export function compareSeatings(makeInput: (seed: number) => MatchInput, cases: number): Results {
  const results: Results = {
    cases,
    complete: 0,
    impossible: 0,
    relaxed: 0,
    bound: 0,
    wrong: [],
    slowestMs: 0,
  };
  for (let seed = 0; seed < cases; seed++) {
    const input = makeInput(seed);
    const before = process.cpuUsage().user;
    const { tables, report, hash } = match(input);
    // The first few run before the engine has compiled the code.
    if (seed >= 20)
      results.slowestMs = Math.max(results.slowestMs, (process.cpuUsage().user - before) / 1000);
    const { relaxed, outcome, mostSeated, worth } = report.venues[0];
    const seated = tables.flatMap(({ diners }) => diners).sort();
    const found = { relaxed, isComplete: outcome === "complete", mostSeated, seated, worth };
    const expected = searchAllPools(input);
    if (JSON.stringify(found) !== JSON.stringify(expected))
      results.wrong.push(`${seed}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
    if (match(shuffleInput(input)).hash !== hash)
      results.wrong.push(`${seed}: the order of the input matters`);
    const anywhere = match({ ...input, venues: [{ id: "v", diets: 7, tables: 4, stepFree: true }] });
    if (anywhere.report.seated !== report.seated || anywhere.report.venues[0].worth !== worth)
      results.bound++;
    if (outcome === "complete") results.complete++;
    if (outcome === "impossible") results.impossible++;
    if (relaxed.length > 0) results.relaxed++;
  }
  return results;
}

/** Five to twenty diners and two to four venues with few tables, most of which suit only some of the diners. */
function makePoolInput(seed: number): MatchInput {
  const random = new Random(seed);
  const pick = <T>(list: readonly T[]) => list[random.nextBelow(list.length)] as T;
  const count = 5 + random.nextBelow(16);
  const { questions, diners } = makeMatchInput(count, seed);
  const [avoided, met] = [random.nextBelow(4) / 10, random.nextBelow(4) / 10];
  const languages = pick([[0], [0], [0, 1, 2], [1, 1, 2, 3]]);
  const needy = 1 + random.nextBelow(4);
  const others = (share: number, one: number) =>
    diners.flatMap(({ id }, other) => (other !== one && random.nextBelow(1_000) < 500 * share ? [id] : []));
  const need = <T>(values: readonly T[]) => (random.nextBelow(6) < needy ? pick(values) : undefined);
  return {
    questions: questions.slice(0, 1 + random.nextBelow(questions.length)),
    venues: Array.from({ length: 2 + random.nextBelow(3) }, (_, i): Venue => {
      const [price, stepFree] = [pick([undefined, 1, 2, 2, 3]), pick([undefined, false, true])];
      return {
        id: `v${i}`,
        diets: pick([0, 1, 2, 3, 5, 6, 7, 7]),
        tables: pick([0, 1, 1, 1, 2, 2, 3]),
        ...(price === undefined ? {} : { price }),
        ...(stepFree === undefined ? {} : { stepFree }),
      };
    }),
    diners: diners.map((diner, i) => {
      const maxPrice = need([1, 2, 3]);
      const stepFree = need([true, false, false]);
      return {
        ...diner,
        languages: pick(languages),
        priority: random.nextBelow(3),
        diets: need([0, 1, 2, 4]) ?? 0,
        avoid: others(avoided, i),
        met: others(met, i),
        ...(maxPrice === undefined ? {} : { maxPrice }),
        ...(stepFree === undefined ? {} : { stepFree }),
      };
    }),
    relax: pick([[], ["met"], ["language"], ["met", "language"]] as const),
    floor: random.nextBelow(2) === 0,
    seed,
  };
}

function searchAllPools(input: MatchInput) {
  const isSuited = ({ id }: { id: string }) =>
    input.venues.some((venue) => canSit(input.diners.find((diner) => diner.id === id) as Diner, venue));
  const groupOf = ({ id }: Diner) => input.together?.find((group) => group.includes(id)) ?? [id];
  const suited = input.diners
    .filter((diner) => groupOf(diner).every((id) => isSuited({ id })))
    .sort((a, b) => b.priority - a.priority || a.bookedAt - b.bookedAt || (a.id < b.id ? -1 : 1));
  const relax = input.relax ?? [];
  const subsets: RelaxableRule[][] = [[], ...relax.map((rule) => [rule])];
  if (relax.length > 1) subsets.push([...relax]);
  const best = subsets
    .map((relaxed) => new SmallPool(suited, input, relaxed))
    .reduce((one, other) => (other.tableCount > one.tableCount ? other : one));
  const seated = membersOf(best.firstSet);
  const apart = new SmallPool(suited, input, best.relaxed, true);
  const canBeApart = findBestOf(seated, apart, () => 0) === 0;
  return {
    relaxed: best.relaxed,
    isComplete: best.tableCount === best.wantedTables,
    mostSeated: 5 * best.tableCount,
    seated: seated.map((i) => (suited[i] as Diner).id).sort(),
    worth: findWorth(input, suited, seated, canBeApart ? apart : best),
  };
}

const canSit = (diner: Diner, { diets, price, stepFree }: Venue) =>
  (diner.diets & ~diets) === 0 &&
  !(price !== undefined && diner.maxPrice !== undefined && price > diner.maxPrice) &&
  !(diner.stepFree && !stepFree);

const membersOf = (set: number) => [...Array(32).keys()].filter((i) => set & (1 << i));

/** Sets of diners are bits, in the order in which they are seated, and sets of venues too. */
class SmallPool {
  readonly relaxed: RelaxableRule[];
  readonly wantedTables: number;
  readonly venues: readonly Venue[];
  tableCount = 0;
  firstSet = 0;
  /** By set of five: the venues where they may sit. */
  readonly venuesOf: Uint8Array;

  constructor(
    diners: Diner[],
    { venues, together = [] }: Pick<MatchInput, "venues" | "together">,
    relaxed: RelaxableRule[],
    /** No five have two groups. */
    areApart = false,
  ) {
    this.relaxed = relaxed;
    this.venues = venues;
    const count = diners.length;
    this.venuesOf = new Uint8Array(2 ** count);
    let seatable = 0;
    const suitedBy = diners.map((diner) =>
      venues.reduce((set, venue, v) => (canSit(diner, venue) ? set | (1 << v) : set), 0),
    );
    for (const set of listSets(count, 5)) {
      const five = membersOf(set);
      const shared = five.reduce((all, i) => all & (suitedBy[i] as number), -1);
      const groups = together.filter((group) => five.some((i) => group.includes((diners[i] as Diner).id)));
      if (areApart && groups.length > 1) continue;
      if (
        !areLegal(
          five.map((i) => diners[i] as Diner),
          relaxed,
          together,
        )
      )
        continue;
      this.venuesOf[set] = shared;
      if (shared) seatable |= set;
    }
    this.wantedTables = Math.floor(countSeats(membersOf(seatable), suitedBy, venues) / 5);
    this.#search(count);
  }

  #search(count: number): void {
    const reached = new Int32Array(2 ** count);
    reached[0] = 1;
    for (let tables = 1; tables <= Math.floor(count / 5); tables++) {
      const uses = new VenueUses(this.venues, tables);
      let first: number | undefined;
      for (const set of listSets(count, 5 * tables)) {
        let found = 0;
        forEachFive(set, (five) => {
          const venues = this.venuesOf[five] as number;
          const before = reached[set & ~five] as number;
          if (venues && before) found |= uses.listAfter(before, venues);
          return found !== uses.all;
        });
        reached[set] = found;
        if (found && (first === undefined || comesBefore(set, first))) first = set;
      }
      if (first === undefined) return;
      this.tableCount = tables;
      this.firstSet = first;
    }
  }
}

/** In how many ways so many tables can use up the venues; sets of ways are bits. */
class VenueUses {
  readonly all: number;
  /** By a way for one table less and by venue, the way with a table more there; -1 where it has none. */
  readonly #after: number[][];

  constructor(venues: readonly Venue[], tables: number) {
    const ways = listWays(venues, tables);
    const numbers = new Map(ways.map((way, i) => [way.join(), i]));
    this.#after = listWays(venues, tables - 1).map((way) =>
      venues.map((_, v) => numbers.get(way.with(v, (way[v] as number) + 1).join()) ?? -1),
    );
    this.all = ways.reduce((bits, _, i) => bits | (1 << i), 0);
  }

  listAfter(ways: number, venues: number): number {
    let found = 0;
    for (const [way, after] of this.#after.entries()) {
      if (!(ways & (1 << way))) continue;
      for (const [v, number] of after.entries()) if (number >= 0 && venues & (1 << v)) found |= 1 << number;
    }
    return found;
  }
}

function listWays([venue, ...others]: readonly Venue[], tables: number): number[][] {
  if (!venue) return tables === 0 ? [[]] : [];
  return Array.from({ length: Math.min(venue.tables, tables) + 1 }, (_, used) => used).flatMap((used) =>
    listWays(others, tables - used).map((way) => [used, ...way]),
  );
}

/** The most diners who can have a seat, each at a venue that suits them. */
function countSeats(diners: number[], suitedBy: number[], venues: readonly Venue[]): number {
  const seats = venues.flatMap(({ tables }, v) => Array<number>(5 * tables).fill(v));
  const dinerAt = new Map<number, number>();
  const findSeat = (diner: number, tried: Set<number>): boolean =>
    seats.some((venue, seat) => {
      if (tried.has(seat) || !((suitedBy[diner] as number) & (1 << venue))) return false;
      tried.add(seat);
      const there = dinerAt.get(seat);
      if (there !== undefined && !findSeat(there, tried)) return false;
      dinerAt.set(seat, diner);
      return true;
    });
  return diners.filter((diner) => findSeat(diner, new Set())).length;
}

function areLegal(
  table: Diner[],
  relaxed: RelaxableRule[],
  together: readonly (readonly string[])[],
): boolean {
  const ids = table.map(({ id }) => id);
  if (
    table.length === 5 &&
    together.some((group) => group.some((id) => ids.includes(id)) && !group.every((id) => ids.includes(id)))
  )
    return false;
  const isPair = (one: string, other: string) =>
    together.some((group) => group.includes(one) && group.includes(other));
  const shared = table.reduce((bits, { languages }) => bits & (languages || -1), -1);
  if (shared === 0 && !relaxed.includes("language")) return false;
  return table.every((one) =>
    table.every(
      ({ id }) =>
        isPair(one.id, id) || (!one.avoid.includes(id) && (relaxed.includes("met") || !one.met.includes(id))),
    ),
  );
}

/** The worth of the best seating of these diners; with a floor below the mean of the best seating without one. */
function findWorth(input: MatchInput, suited: Diner[], seated: number[], pool: SmallPool) {
  const diners = seated.map((i) => suited[i] as Diner);
  const open = input.venues.filter(({ tables }) => tables > 0);
  const tableValue = createTableValue(
    input,
    diners,
    (one, other) =>
      open.some((venue) => canSit(one, venue) && canSit(other, venue)) &&
      areLegal([one, other], pool.relaxed, input.together ?? []),
  );
  const partsOf = (table: number[]) => tableValue(table.map((i) => diners[i] as Diner));
  const hasBoost = (table: number[]) => table.some((i) => diners[i]?.boost);
  const priced = (table: number[], worthOf = (score: number, _isBoosted: boolean) => score) => {
    const { score, cost, bonus } = partsOf(table);
    return worthOf(score, hasBoost(table)) - cost + bonus;
  };
  if (!input.floor || seated.length < 10) {
    return findBestOf(seated, pool, (table) => priced(table));
  }
  const point = pointOf(input.questions);
  const mean = findBestOf(seated, pool, (table) => partsOf(table).score) / (seated.length / 5);
  const { company, age, talker, wish } = input.terms ?? {};
  const hasTerms = company || age || talker || (wish && input.wishes?.length);
  const floor = Math.round(mean - (hasTerms ? 2 : 1.6) * point);
  const half = Math.max(1, Math.round(point / 2));
  return findBestOf(seated, pool, (table) =>
    priced(table, (value, isBoosted) => {
      const missing = Math.max(0, (isBoosted ? Math.round(mean) : floor) - value);
      return value - 2 * missing - Math.floor((2 * missing * missing) / half);
    }),
  );
}

/** By set of diners and way to use up the venues, what the best tables of all of them are worth. */
function findBestOf(seated: number[], pool: SmallPool, worthOf: (table: number[]) => number): number {
  const count = seated.length;
  const everybody = 2 ** count - 1;
  const toPool = (set: number) => membersOf(set).reduce((all, i) => all | (1 << (seated[i] as number)), 0);
  const tables = new Map<number, { venues: number; worth: number }>();
  for (const five of listSets(count, 5)) {
    const venues = pool.venuesOf[toPool(five)] as number;
    if (venues) tables.set(five, { venues, worth: worthOf(membersOf(five)) });
  }
  let layer = new Map<number, Float64Array>([[0, Float64Array.of(0)]]);
  for (let table = 1; table <= count / 5; table++) {
    const before = listWays(pool.venues, table - 1);
    const after = listWays(pool.venues, table);
    const numbers = new Map(after.map((way, i) => [way.join(), i]));
    const next = new Map<number, Float64Array>();
    const moves = before.map((way) =>
      pool.venues.map((_, v) => numbers.get(way.with(v, (way[v] as number) + 1).join()) ?? -1),
    );
    for (const [set, worths] of layer) {
      forEachFive(everybody & ~set, (five) => {
        const found = tables.get(five);
        if (!found) return true;
        const best = next.get(set | five) ?? new Float64Array(after.length).fill(-Infinity);
        next.set(set | five, best);
        for (const [way, numbersAfter] of moves.entries()) {
          if (worths[way] === -Infinity) continue;
          const sum = (worths[way] as number) + found.worth;
          for (let v = 0; v < numbersAfter.length; v++) {
            const number = numbersAfter[v] as number;
            if (number >= 0 && found.venues & (1 << v) && sum > (best[number] as number)) best[number] = sum;
          }
        }
        return true;
      });
    }
    layer = next;
  }
  return Math.max(...(layer.get(everybody) ?? []));
}

/** In the order of diners, a set with the first one they don't share. */
function comesBefore(one: number, other: number): boolean {
  const different = one ^ other;
  return (one & different & -different) !== 0;
}

function* listSets(count: number, size: number, from = 0): Iterable<number> {
  if (size === 0) yield 0;
  else
    for (let i = from; i <= count - size; i++)
      for (const rest of listSets(count, size - 1, i + 1)) yield rest | (1 << i);
}

/** Visits every set of five with the first diner of the set, until the visitor returns false. */
function forEachFive(set: number, visit: (five: number) => boolean): void {
  const bits: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) bits.push(rest & -rest);
  const [first = 0, ...others] = bits;
  const count = others.length;
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++)
      for (let c = b + 1; c < count; c++)
        for (let d = c + 1; d < count; d++) {
          const four =
            (others[a] as number) | (others[b] as number) | (others[c] as number) | (others[d] as number);
          if (!visit(first | four)) return;
        }
}
