import { tableSize } from "#app/lib/table-size.ts";
import { type KnownTable, LinearProgram, roundPrice, unseatedPenalty } from "./linear-program.ts";
import type { TableEnumerator } from "./table-enumerator.ts";

export interface UpperBound {
  /** No table is worth more than its diners' prices plus the slack. */
  prices: Float64Array;
  slack: number;
  maxWorth: number;
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
  knownTables: KnownTable[],
): UpperBound {
  const program = new LinearProgram(counts, [], unseatedPenalty);
  const tableCount = counts.reduce((sum, count) => sum + count, 0) / tableSize;
  for (const table of knownTables) program.addTable(table);
  let best: UpperBound = { prices: new Float64Array(counts.length), slack: Infinity, maxWorth: Infinity };
  for (let round = 0; round < maxRounds; round++) {
    const worth = program.solve();
    if (Math.floor(worth + 1e-6) >= Math.floor(best.maxWorth)) break;
    // Prices halfway to the best ones converge faster, but finding no table there does not end the search.
    const isHalfway = round % 2 === 1;
    const prices = (isHalfway ? averagePrices(best.prices, program.prices) : program.prices).map(roundPrice);
    const { tables, isComplete } = findUnderpricedTables(enumerator, prices);
    if (!isComplete) break;
    const slack = Math.max(0, tables[0]?.gain ?? 0);
    const maxWorth = prices.reduce(
      (sum, price, kind) => sum + price * (counts[kind] as number),
      tableCount * slack,
    );
    if (maxWorth < best.maxWorth) best = { prices, slack, maxWorth };
    if (tables.length === 0 && !isHalfway) break;
    for (const table of tables) program.addTable(table);
  }
  return best;
}

function findUnderpricedTables(enumerator: TableEnumerator, prices: Float64Array) {
  let tables: UnderpricedTable[] = [];
  let minGain = 0;
  const keepBest = () => {
    tables = tables.sort((a, b) => b.gain - a.gain).slice(0, maxTablesPerRound);
  };
  const isComplete = enumerator.visitTables(prices, 0, (kinds, worth, gain) => {
    tables.push({ kinds: kinds.slice(), worth, gain });
    if (tables.length === 2 * maxTablesPerRound) {
      keepBest();
      minGain = tables.at(-1)?.gain ?? 0;
    }
    return minGain;
  });
  keepBest();
  return { tables, isComplete };
}

const averagePrices = (one: Float64Array, other: Float64Array) =>
  one.map((price, i) => (price + (other[i] as number)) / 2);
