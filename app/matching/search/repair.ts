import type { Random } from "#app/matching/random.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import type { Board } from "./board.ts";

/** How many others a diner at a broken table considers to change places with. */
const considered = 400;

/**
 * Least conflicts first: somebody at a broken table changes places with whoever leaves the fewest rules
 * broken and, of those, the best score. Answers whether every table is legal now.
 */
export function repair(board: Board, rules: Rules, random: Random): boolean {
  if (!rules.any) return true;
  let broken = brokenTables(board, rules);
  for (let steps = 20 + 20 * broken.length; broken.length > 0 && steps > 0; steps--) {
    const table = broken[random.below(broken.length)] as number;
    const swap = leastConflict(board, rules, random, table);
    if (swap) board.swap(...swap);
    broken = broken.filter((suspect) => rules.broken(board.members(suspect)) > 0);
    const other = swap ? (board.table[swap[0]] as number) : table;
    if (!broken.includes(other) && rules.broken(board.members(other)) > 0) broken.push(other);
  }
  return broken.length === 0;
}

export function brokenTables(board: Board, rules: Rules): number[] {
  const tables = Array.from({ length: board.tables }, (_, table) => table);
  return tables.filter((table) => rules.broken(board.members(table)) > 0);
}

/** A swap that breaks no more than now. Chance decides between equals, so that a plateau is crossed. */
function leastConflict(
  board: Board,
  rules: Rules,
  random: Random,
  table: number,
): [number, number] | undefined {
  const isSmall = board.count <= considered;
  let least = 0;
  let most = -Infinity;
  let best: [number, number] | undefined;
  for (const member of board.members(table)) {
    for (let i = 0; i < Math.min(considered, board.count); i++) {
      const other = isSmall ? i : random.below(board.count);
      if (board.table[other] === table) continue;
      const change = rules.change(board, member, other);
      if (change > least) continue;
      const gain = change < 0 ? board.gain(member, other, Infinity) : random.next();
      if (change === least && gain <= most) continue;
      least = change;
      most = gain;
      best = [member, other];
    }
  }
  return best;
}
