import type { Board } from "./board.ts";
import { listed } from "./partners.ts";
import type { Random } from "./random.ts";
import type { Rules } from "./rules.ts";

/** -ln of the chances 1/8192, 3/8192, …: by its series, since no two engines promise the same Math.log. */
export const patience = Float64Array.from({ length: 4096 }, (_, i) => -logarithm((2 * i + 1) / 8192));

function logarithm(chance: number): number {
  if (chance < 0.5) return logarithm(2 * chance) - Math.LN2;
  const z = (chance - 1) / (chance + 1);
  let sum = 0;
  for (let k = 1, power = z; k < 40; k += 2, power *= z * z) sum += power / k;
  return 2 * sum;
}

export interface Cooling {
  board: Board;
  /** Where proposals come from; without it every one is random. */
  partners?: Int32Array;
  rules: Rules;
  random: Random;
}

/**
 * As many proposals at one temperature: each diner in turn goes to the table of a partner, or now and then
 * of anybody, and somebody there takes the empty seat. Answers how many were accepted.
 */
export function sweep(cooling: Cooling, temperature: number, proposals: number): number {
  const { board, partners, rules, random } = cooling;
  const { count, size, at, seat, table } = board;
  let accepted = 0;
  let diner = random.below(count);
  for (let i = 0; i < proposals; i++) {
    if (++diner === count) diner = 0;
    const bits = random.next();
    let other: number;
    if (partners === undefined || (bits & 31) === 0) {
      other = Math.imul((bits >>> 4) & 0xffff, count) >>> 16;
    } else {
      const partner = partners[diner * listed + ((bits >>> 5) & (listed - 1))] as number;
      const next = (seat[partner] as number) + 1 + (((bits >>> 9) & 2047) % (size - 1));
      const end = ((table[partner] as number) + 1) * size;
      other = at[next < end ? next : next - size] as number;
    }
    if (table[diner] === table[other]) continue;
    const slack = (temperature * (patience[bits >>> 20] as number) + 0.5) | 0;
    if (board.gain(diner, other, slack) + slack < 0) continue;
    if (rules.any && !rules.allow(board, diner, other)) continue;
    board.swap(diner, other);
    accepted++;
  }
  return accepted;
}

/** From hot to cold in equal ratios, so many proposals in all; at last nothing that loses is accepted. */
export function anneal(cooling: Cooling, hot: number, cold: number, proposals: number): void {
  const ratio = 0.97;
  let steps = 1;
  for (let t = hot; t > cold; t *= ratio) steps++;
  const each = Math.ceil(proposals / steps);
  for (let t = hot, i = 0; i < steps; i++, t *= ratio) sweep(cooling, t, each);
}

/** Nothing that loses is accepted any more, until next to nothing gains. */
export function quench(cooling: Cooling): void {
  const proposals = 40 * cooling.board.count;
  for (let rounds = 0; rounds < 5 && sweep(cooling, 0, proposals) > 0; rounds++);
}
