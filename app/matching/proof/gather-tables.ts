import { anneal, improveGreedily } from "#app/matching/search/anneal.ts";
import type { AnnealingContext } from "#app/matching/search/board.ts";
import { findTemperatureRange, type TemperatureRange } from "#app/matching/search/temperature-range.ts";

const restarts = 6;
/** A poor table that the floor makes very costly stays poor unless the others may get worse meanwhile. */
const floorHeat = 8;

/** Anneals several times, keeps every legal table, and leaves the board at the best seating found. */
export class TableGatherer {
  readonly #context: AnnealingContext;
  readonly #maxProposals: number;
  readonly #range: TemperatureRange;
  readonly #tables = new Map<string, Int32Array>();

  constructor(context: AnnealingContext, maxProposals: number) {
    const { dinerCount } = context.board;
    this.#context = context;
    this.#maxProposals = Math.min(maxProposals / restarts, 0.8 * dinerCount ** 3);
    this.#range = findTemperatureRange(context, 20 * dinerCount);
  }

  gather(): Int32Array[] {
    const { board, rules, random } = this.#context;
    const { hot, cold } = this.#range;
    let best = board.dinerAt.slice();
    let maxWorth = board.totalWorth();
    for (let run = 0; run < restarts; run++) {
      // With rules, a random seating would be illegal, so each run continues from the last one.
      if (run > 0 && !rules.hasAny) board.seatAll(random.shuffle(board.dinerAt.slice()));
      const heat = board.floor && run % 2 === 1 ? floorHeat : 1;
      anneal(this.#context, { hot: heat * hot, cold }, this.#maxProposals);
      improveGreedily(this.#context);
      for (let table = 0; table < board.tableCount; table++) {
        const diners = board.membersOf(table).slice().sort();
        this.#tables.set(diners.join(), diners);
      }
      if (board.totalWorth() <= maxWorth) continue;
      maxWorth = board.totalWorth();
      best = board.dinerAt.slice();
    }
    board.seatAll(best);
    return [...this.#tables.values()];
  }
}
