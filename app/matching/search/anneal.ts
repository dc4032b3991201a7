import type { Board, Guide } from "./board.ts";

export interface Cooling extends Guide {
  board: Board;
}

/** From hot to cold in equal ratios, so many proposals in all; at last nothing that loses is accepted. */
export function anneal(cooling: Cooling, hot: number, cold: number, proposals: number): void {
  const { board } = cooling;
  const ratio = 0.97;
  let steps = 1;
  for (let t = hot; t > cold; t *= ratio) steps++;
  const each = Math.ceil(proposals / steps);
  for (let t = hot, i = 0; i < steps; i++, t *= ratio) board.sweep(cooling, t, each);
}

/** Nothing that loses is accepted any more, until next to nothing gains. */
export function quench(cooling: Cooling): void {
  const { board } = cooling;
  for (let rounds = 0; rounds < 5 && board.sweep(cooling, 0, 40 * board.count) > 0; rounds++);
}
