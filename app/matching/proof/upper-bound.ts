import { tableSize } from "#app/lib/table-size.ts";
import { type KnownTable, LinearProgram, roundPrice, unseatedPenalty } from "./linear-program.ts";
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

const maxTablesPerRound = 300;
const maxRounds = 120;

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
  let best: UpperBound = {
    prices: new Float64Array(counts.length),
    slack: Infinity,
    maxWorth: Infinity,
    limits: [],
  };
  for (let round = 0; round < maxRounds; round++) {
    const worth = program.solve();
    let isDone = Math.floor(worth + 1e-6) >= Math.floor(best.maxWorth);
    if (!isDone) {
      // Prices halfway to the best ones converge faster, but finding no table there does not end the search.
      const isHalfway = round % 2 === 1;
      const bestPrices = [...best.prices, ...limits.map((_, i) => best.limits[i]?.price ?? 0)];
      const prices = program.prices.map((price, row) =>
        roundPrice(isHalfway ? (price + (bestPrices[row] as number)) / 2 : price),
      );
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
      isDone = tables.length === 0 && !isHalfway;
      for (const table of tables) program.addTable(table);
      if (room) known.push(...tables);
    }
    if (!isDone) continue;
    const broken = room?.findBrokenLimit(program.fractions);
    if (!broken) break;
    limits.push(broken);
    program = createProgram(counts, known, limits, room);
  }
  return best;
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

function findUnderpricedTables(
  enumerator: TableEnumerator,
  prices: Float64Array,
  limits: readonly PricedLimit[],
) {
  let tables: UnderpricedTable[] = [];
  let minGain = 0;
  const keepBest = () => {
    tables = tables.sort((a, b) => b.gain - a.gain).slice(0, maxTablesPerRound);
  };
  const isComplete = enumerator.visitTables(
    prices,
    0,
    (kinds, worth, gain) => {
      tables.push({ kinds: kinds.slice(), worth, gain });
      if (tables.length === 2 * maxTablesPerRound) {
        keepBest();
        minGain = tables.at(-1)?.gain ?? 0;
      }
      return minGain;
    },
    limits,
  );
  keepBest();
  return { tables, isComplete };
}
