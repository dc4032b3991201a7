import type { Board } from "./board.ts";

/** How much a point below the floor costs on top of itself. */
const slope = 3;

/** The floor is what the poorest fifth of the tables of a first seating don't reach. */
export function raiseFloor(board: Board): void {
  const sorted = board.scores.toSorted();
  board.raiseFloor(sorted[Math.floor(board.tables / 5)] ?? 0, slope);
}
