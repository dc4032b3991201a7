import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput, RelaxableRule } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { buildFeatureVectors, maxPairScore } from "#app/matching/scores/answer-features.ts";
import { match } from "#app/matching/solve.ts";
import { findBestWorth } from "#tests/matching/brute-force.ts";
import { makeMatchInput } from "./match-input.ts";

export interface DenseInputResults {
  cases: number;
  complete: number;
  impossible: number;
  relaxed: number;
  /** What differs from the search of all seatings, with the seed of the match input. */
  wrong: string[];
  slowestMs: number;
}

/** Compares matching runs of up to twenty diners under dense rules with a search that shares only pair scores with them. */
export function compareDenseInputs(cases: number): DenseInputResults {
  const results: DenseInputResults = {
    cases,
    complete: 0,
    impossible: 0,
    relaxed: 0,
    wrong: [],
    slowestMs: 0,
  };
  for (let seed = 0; seed < cases; seed++) {
    const input = makeDenseInput(seed);
    const before = process.cpuUsage().user;
    const { tables, report } = match(input);
    // The first few run before the engine has compiled the code.
    if (seed >= 20)
      results.slowestMs = Math.max(results.slowestMs, (process.cpuUsage().user - before) / 1000);
    const { relaxed, outcome, mostSeated, worth, bound } = report.venues[0] as (typeof report.venues)[0];
    const seated = tables.flatMap(({ diners }) => diners).sort();
    const found = { relaxed, isComplete: outcome === "best", mostSeated, seated, worth, bound };
    const expected = searchAllSeatings(input);
    if (JSON.stringify(found) !== JSON.stringify(expected))
      results.wrong.push(`${seed}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
    if (outcome === "best") results.complete++;
    if (outcome === "impossible") results.impossible++;
    if (relaxed.length > 0) results.relaxed++;
  }
  return results;
}

/** Five to twenty diners at one venue, of whom many avoid, have met or don't understand each other. */
function makeDenseInput(seed: number): MatchInput {
  const random = new Random(seed);
  const count = 5 + random.nextBelow(16);
  const { questions, diners } = makeMatchInput(count, seed);
  const avoided = random.nextBelow(7) / 10;
  const met = random.nextBelow(7) / 10;
  const languages = [[0], [0, 1, 2], [1, 1, 2, 3], [1, 2, 4, 3, 7]][random.nextBelow(4)] ?? [0];
  const pick = (share: number, one: number) =>
    diners.flatMap(({ id }, other) => (other !== one && random.nextBelow(1_000) < 500 * share ? [id] : []));
  return {
    questions: questions.slice(0, 1 + random.nextBelow(questions.length)),
    venues: [{ id: "v", diets: 3, tables: 1 + random.nextBelow(5) }],
    diners: diners.map((diner, i) => ({
      ...diner,
      languages: languages[random.nextBelow(languages.length)] ?? 0,
      priority: random.nextBelow(3),
      avoid: pick(avoided, i),
      met: pick(met, i),
    })),
    relax: ([[], ["met"], ["language"], ["met", "language"]] as const)[random.nextBelow(4)] ?? [],
    floor: random.nextBelow(2) === 0,
    seed,
  };
}

function searchAllSeatings(input: MatchInput) {
  const venue = input.venues[0] as MatchInput["venues"][0];
  const served = input.diners
    .filter(({ diets }) => (diets & ~venue.diets) === 0)
    .sort((a, b) => b.priority - a.priority || a.bookedAt - b.bookedAt || (a.id < b.id ? -1 : 1));
  const relax = input.relax ?? [];
  const subsets: RelaxableRule[][] = [[], ...relax.map((rule) => [rule])];
  if (relax.length > 1) subsets.push([...relax]);
  const best = subsets
    .map((relaxed) => new SmallNight(served, relaxed, venue.tables))
    .reduce((one, other) => (other.tableCount > one.tableCount ? other : one));
  const seated = best.findFirstSeated();
  return {
    relaxed: best.relaxed,
    isComplete: best.tableCount === best.wantedTables,
    mostSeated: 5 * best.tableCount,
    seated: seated.map((i) => (served[i] as Diner).id).sort(),
    ...findWorth(input, served, seated, best),
  };
}

/** Sets of diners are bits, in the order in which they are seated. */
class SmallNight {
  readonly relaxed: RelaxableRule[];
  readonly wantedTables: number;
  readonly tableCount: number;
  readonly #tablesWith: number[][];
  readonly #isLegal = new Set<number>();
  readonly #mostTables = new Map<number, number>();
  readonly #everyone: number;

  constructor(diners: Diner[], relaxed: RelaxableRule[], venueTables: number) {
    this.relaxed = relaxed;
    this.#everyone = 2 ** diners.length - 1;
    this.#tablesWith = diners.map(() => []);
    for (const table of listFives(diners.length)) {
      if (
        !isLegal(
          table.map((i) => diners[i] as Diner),
          relaxed,
        )
      )
        continue;
      const set = table.reduce((bits, i) => bits | (1 << i), 0);
      this.#isLegal.add(set);
      for (const i of table) this.#tablesWith[i]?.push(set);
    }
    const seatable = this.#tablesWith.filter((tables) => tables.length > 0).length;
    this.wantedTables = Math.min(venueTables, Math.floor(seatable / 5));
    this.tableCount = Math.min(venueTables, this.#countMost(this.#everyone));
  }

  isLegal(set: number): boolean {
    return this.#isLegal.has(set);
  }

  findFirstSeated(): number[] {
    let required = 0;
    for (const i of this.#tablesWith.keys())
      if (this.#canSeat(required | (1 << i), this.#everyone, this.tableCount)) required |= 1 << i;
    return [...this.#tablesWith.keys()].filter((i) => required & (1 << i));
  }

  #countMost(available: number): number {
    if (available === 0) return 0;
    const known = this.#mostTables.get(available);
    if (known !== undefined) return known;
    const first = 31 - Math.clz32(available & -available);
    let most = this.#countMost(available & ~(1 << first));
    for (const table of this.#tablesWith[first] ?? [])
      if ((table & ~available) === 0) most = Math.max(most, 1 + this.#countMost(available & ~table));
    this.#mostTables.set(available, most);
    return most;
  }

  #canSeat(required: number, available: number, tables: number): boolean {
    if (required === 0) return this.#countMost(available) >= tables;
    if (tables === 0) return false;
    const first = 31 - Math.clz32(required & -required);
    return (this.#tablesWith[first] ?? []).some(
      (table) =>
        (table & ~available) === 0 && this.#canSeat(required & ~table, available & ~table, tables - 1),
    );
  }
}

function isLegal(table: Diner[], relaxed: RelaxableRule[]): boolean {
  const shared = table.reduce((bits, { languages }) => bits & (languages || -1), -1);
  if (shared === 0 && !relaxed.includes("language")) return false;
  return table.every(({ avoid, met }) =>
    table.every(({ id }) => !avoid.includes(id) && (relaxed.includes("met") || !met.includes(id))),
  );
}

/** The worth of the best seating of these diners; with a floor below the mean of the best seating without one. */
function findWorth(input: MatchInput, served: Diner[], seated: number[], night: SmallNight) {
  const vectors = buildFeatureVectors(
    input.questions,
    seated.map((i) => served[i] as Diner),
  );
  const scoreOf = (table: number[]) =>
    table.reduce((sum, a, i) => table.slice(0, i).reduce((all, b) => all + vectors.pairScore(a, b), sum), 0);
  const search = (worthOf: (score: number) => number) =>
    findBestWorth(seated.length, (table) =>
      night.isLegal(table.reduce((bits, i) => bits | (1 << (seated[i] as number)), 0))
        ? worthOf(scoreOf(table))
        : -Infinity,
    ) ?? 0;
  const worth = search((score) => score);
  if (!input.floor || seated.length < 10) return { worth, bound: worth };
  const point = (10 * maxPairScore(input.questions)) / 50;
  const floor = Math.round(worth / (seated.length / 5) - 1.6 * point);
  const half = Math.max(1, Math.round(point / 2));
  const withFloor = search((score) => {
    const missing = Math.max(0, floor - score);
    return score - 2 * missing - Math.floor((2 * missing * missing) / half);
  });
  return { worth: withFloor, bound: withFloor };
}

function* listFives(count: number): Iterable<number[]> {
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++)
      for (let c = b + 1; c < count; c++)
        for (let d = c + 1; d < count; d++) for (let e = d + 1; e < count; e++) yield [a, b, c, d, e];
}
