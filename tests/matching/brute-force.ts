/** The best seating by looking at all there are: whoever is first without a table gets every table there could be. */
import { tableSize } from "#app/lib/table-size.ts";

/** What the best seating is worth; undefined where none is legal. `worthOf` answers -Infinity for a table that isn't. */
export function bestWorth(count: number, worthOf: (table: number[]) => number): number | undefined {
  const best = new Float64Array(2 ** count).fill(-Infinity);
  const worths = new Float64Array(2 ** count).fill(Number.NaN);
  best[0] = 0;
  for (let seated = 0; seated < best.length - 1; seated++) {
    const worth = best[seated] as number;
    if (worth === -Infinity) continue;
    const free: number[] = [];
    for (let diner = 0; diner < count; diner++) if (!(seated & (1 << diner))) free.push(diner);
    forEachTable(free, (table, mask) => {
      if (Number.isNaN(worths[mask])) worths[mask] = worthOf(table);
      const sum = worth + (worths[mask] as number);
      if (sum > (best[seated | mask] as number)) best[seated | mask] = sum;
    });
  }
  const all = best[best.length - 1] as number;
  return all === -Infinity ? undefined : all;
}

/** Every table that the first of those who are free could sit at. */
function forEachTable(free: number[], visit: (table: number[], mask: number) => void): void {
  const table = [free[0] as number];
  const extend = (from: number, mask: number) => {
    if (table.length === tableSize) return visit(table, mask);
    for (let i = from; i < free.length; i++) {
      const diner = free[i] as number;
      table.push(diner);
      extend(i + 1, mask | (1 << diner));
      table.pop();
    }
  };
  extend(1, 1 << (free[0] as number));
}
