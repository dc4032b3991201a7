import type { Random } from "#app/matching/random.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import type { Board } from "./board.ts";

const maxSwapsPerDiner = 400;

/** Min-conflicts search; returns whether all tables are legal. */
export function repairTables(board: Board, rules: Rules, random: Random): boolean {
  if (!rules.hasAny) return true;
  let broken = findBrokenTables(board, rules);
  for (let stepsLeft = 20 + 20 * broken.length; broken.length > 0 && stepsLeft > 0; stepsLeft--) {
    const table = broken[random.nextBelow(broken.length)] as number;
    const swap = findBestSwap(board, rules, random, table);
    if (swap) board.swap(...swap);
    broken = broken.filter((each) => rules.countViolationsAt(board, each) > 0);
    const other = swap ? (board.tableOf[swap[0]] as number) : table;
    if (!broken.includes(other) && rules.countViolationsAt(board, other) > 0) broken.push(other);
  }
  return broken.length === 0;
}

export function findBrokenTables(board: Board, rules: Rules): number[] {
  const tables = Array.from({ length: board.tableCount }, (_, table) => table);
  return tables.filter((table) => rules.countViolationsAt(board, table) > 0);
}

/** Chooses at random among swaps that neither add nor remove a violation, to cross plateaus. */
function findBestSwap(
  board: Board,
  rules: Rules,
  random: Random,
  table: number,
): [number, number] | undefined {
  const triesAll = board.dinerCount <= maxSwapsPerDiner;
  let minAdded = 0;
  let maxGain = -Infinity;
  let best: [number, number] | undefined;
  for (const member of board.membersOf(table)) {
    for (let i = 0; i < Math.min(maxSwapsPerDiner, board.dinerCount); i++) {
      const other = triesAll ? i : random.nextBelow(board.dinerCount);
      if (board.tableOf[other] === table) continue;
      const added = rules.addedViolations(board, member, other);
      if (added > minAdded) continue;
      const gain = added < 0 ? board.swapGain(member, other, Infinity) : random.nextUint32();
      if (added === minAdded && gain <= maxGain) continue;
      minAdded = added;
      maxGain = gain;
      best = [member, other];
    }
  }
  return best;
}
