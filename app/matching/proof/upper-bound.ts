import { tableSize } from "#app/lib/table-size.ts";
import { LinearProgram, roundPrice, unseatedPenalty } from "./linear-program.ts";
import type { KnownTable } from "./program-columns.ts";
import type { TableEnumerator } from "./table-enumerator.ts";
import type { PricedLimit, VenueLimit, VenueRoom } from "./venue-limits.ts";

export interface UpperBound {
  /** No table is worth more than its diners' prices, those of its limits, and the slack. */
  prices: Float64Array;
  slack: number;
  maxWorth: number;
  limits: PricedLimit[];
}

interface UnderpricedTable extends KnownTable {
  gain: number;
}

const maxTablesPerKind = 6;
const maxRounds = 60;
/** Worths are whole numbers, so less than that is not worth another round. */
const minImprovement = 0.5;

/** Column generation: adds tables worth more than their diners' prices until there are none. */
export function computeUpperBound(
  counts: Int32Array,
  enumerator: TableEnumerator,
  knownTables: readonly KnownTable[],
  room?: VenueRoom | undefined,
): UpperBound {
  const tableCount = counts.reduce((sum, count) => sum + count, 0) / tableSize;
  const known = [...knownTables];
  const limits: VenueLimit[] = [];
  let program = createProgram(counts, known, limits, room);
  let distance = findPriceDistance(known);
  let best: UpperBound = {
    prices: sharePrices(counts, known),
    slack: Infinity,
    maxWorth: Infinity,
    limits: [],
  };
  for (let round = 0; round < maxRounds; round++) {
    program.limitPrices(best.prices, distance);
    const worth = program.solve();
    const prices = program.prices.map(roundPrice);
    const dinerPrices = prices.subarray(0, counts.length);
    const pricedLimits = limits.map((limit, i) => ({
      ...limit,
      price: Math.max(0, prices[counts.length + i] as number),
    }));
    const { tables, isComplete } = findUnderpricedTables(enumerator, dinerPrices, pricedLimits);
    if (!isComplete) break;
    const slack = Math.max(0, tables[0]?.gain ?? 0);
    const maxWorth = dinerPrices.reduce(
      (sum, price, kind) => sum + price * (counts[kind] as number),
      pricedLimits.reduce((sum, limit) => sum + limit.price * limit.tables, tableCount * slack),
    );
    if (maxWorth < best.maxWorth) best = { prices: dinerPrices, slack, maxWorth, limits: pricedLimits };
    for (const table of tables) program.addTable(table);
    if (room) known.push(...tables);
    const isReached = tables.length === 0 || best.maxWorth - worth < minImprovement;
    if (program.isLimited) {
      if (isReached) distance *= 2;
      continue;
    }
    if (!isReached) continue;
    const broken = room?.findBrokenLimit(program.fractions);
    if (!broken) break;
    limits.push(broken);
    program = createProgram(counts, known, limits, room);
  }
  return best;
}

/** What each kind would pay if all paid the same at the tables that they are known to sit at. */
function sharePrices(counts: Int32Array, known: readonly KnownTable[]): Float64Array {
  const sums = new Float64Array(counts.length);
  const seats = new Float64Array(counts.length);
  for (const { kinds, worth } of known)
    for (const kind of kinds) {
      sums[kind] = (sums[kind] as number) + worth / tableSize;
      seats[kind] = (seats[kind] as number) + 1;
    }
  return sums.map((sum, kind) => roundPrice(sum / Math.max(1, seats[kind] as number)));
}

/** Prices are first looked for as near as tables differ in what they are worth. */
function findPriceDistance(known: readonly KnownTable[]): number {
  const count = Math.max(1, known.length);
  const mean = known.reduce((sum, { worth }) => sum + worth, 0) / count;
  const variance = known.reduce((sum, { worth }) => sum + (worth - mean) ** 2, 0) / count;
  return Math.ceil(1 + Math.sqrt(variance) + Math.abs(mean) / tableSize);
}

function createProgram(
  counts: Int32Array,
  known: readonly KnownTable[],
  limits: readonly VenueLimit[],
  room: VenueRoom | undefined,
): LinearProgram {
  const cuts = limits.flatMap((limit) => room?.cutBy(limit) ?? []);
  const program = new LinearProgram(counts, cuts, unseatedPenalty);
  for (const table of known) program.addTable(table);
  return program;
}

/** The best few of each kind, since many of one kind say little about the prices of others. */
function findUnderpricedTables(
  enumerator: TableEnumerator,
  prices: Float64Array,
  limits: readonly PricedLimit[],
) {
  const found: UnderpricedTable[][] = Array.from(prices, () => []);
  const isComplete = enumerator.visitTables(
    prices,
    0,
    (kinds, worth, gain, cheapest) => {
      const tables = found[cheapest] as UnderpricedTable[];
      let place = tables.length;
      while (place > 0 && (tables[place - 1] as UnderpricedTable).gain < gain) place--;
      tables.splice(place, 0, { kinds: kinds.slice(), worth, gain });
      if (tables.length > maxTablesPerKind) tables.pop();
      return tables.length < maxTablesPerKind ? 0 : (tables.at(-1)?.gain ?? 0);
    },
    limits,
  );
  const tables = found.flat().sort((a, b) => b.gain - a.gain);
  return { tables, isComplete };
}
