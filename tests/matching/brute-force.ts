import { tableSize } from "#app/lib/table-size.ts";

/**
 * The worth of the best seating by trying all; undefined where none is legal. `worthOf` returns -Infinity for an illegal
 * table.
 */
export function findBestWorth(dinerCount: number, worthOf: (table: number[]) => number): number | undefined {
  const bestWorths = new Float64Array(2 ** dinerCount).fill(-Infinity);
  const tableWorths = new Float64Array(2 ** dinerCount).fill(Number.NaN);
  bestWorths[0] = 0;
  for (let seated = 0; seated < bestWorths.length - 1; seated++) {
    const worth = bestWorths[seated] as number;
    if (worth === -Infinity) continue;
    const unseated: number[] = [];
    for (let diner = 0; diner < dinerCount; diner++) if (!(seated & (1 << diner))) unseated.push(diner);
    forEachTable(unseated, (table, mask) => {
      if (Number.isNaN(tableWorths[mask])) tableWorths[mask] = worthOf(table);
      const sum = worth + (tableWorths[mask] as number);
      if (sum > (bestWorths[seated | mask] as number)) bestWorths[seated | mask] = sum;
    });
  }
  const best = bestWorths[bestWorths.length - 1] as number;
  return best === -Infinity ? undefined : best;
}

/** Visits every table with the first unseated diner. */
function forEachTable(unseated: number[], visit: (table: number[], mask: number) => void): void {
  const table = [unseated[0] as number];
  const extend = (from: number, mask: number) => {
    if (table.length === tableSize) return visit(table, mask);
    for (let i = from; i < unseated.length; i++) {
      const diner = unseated[i] as number;
      table.push(diner);
      extend(i + 1, mask | (1 << diner));
      table.pop();
    }
  };
  extend(1, 1 << (unseated[0] as number));
}
