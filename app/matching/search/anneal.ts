import type { Rules } from "#app/matching/rules.ts";
import { type AnnealingContext, type Board, partnersPerDiner } from "./board.ts";

/** If there are more diners, each is compared with a sample of this many. */
const maxCompared = 6_000;
/** How many of a diner's partners are diners whom they wish to meet again. */
const placesForWished = 8;

export function listPartners(board: Board, rules: Rules): Int32Array {
  const { dinerCount } = board;
  const lists = new PartnerLists(dinerCount, rules);
  for (let one = 0; one < dinerCount; one++) {
    const end = dinerCount <= maxCompared ? dinerCount : one + 1 + maxCompared / 2;
    lists.offer(one, one + 1, board.pairScores(one, one + 1, Math.min(end, dinerCount)));
    if (end > dinerCount) lists.offer(one, 0, board.pairScores(one, 0, end - dinerCount));
  }
  const partners = lists.fillGaps();
  // This makes the search try swaps that seat two of them together again often enough.
  for (const [one, wished] of (board.vectors.terms?.values.wishes ?? []).entries())
    for (let k = 0; wished.length > 0 && k < placesForWished; k++) {
      const other = wished[k % wished.length] as number;
      if (rules.maySitTogether(one, other)) partners[(one + 1) * partnersPerDiner - 1 - k] = other;
    }
  return partners;
}

class PartnerLists {
  readonly #partners: Int32Array;
  readonly #scores: Int32Array;
  readonly #lowestScores: Int32Array;
  readonly #rules: Rules;

  constructor(dinerCount: number, rules: Rules) {
    this.#rules = rules;
    this.#partners = new Int32Array(dinerCount * partnersPerDiner).fill(-1);
    this.#scores = new Int32Array(dinerCount * partnersPerDiner).fill(-(2 ** 31));
    this.#lowestScores = new Int32Array(dinerCount).fill(-(2 ** 31));
  }

  offer(one: number, first: number, pairScores: Int32Array): void {
    const lowestScores = this.#lowestScores;
    for (let i = 0; i < pairScores.length; i++) {
      const score = pairScores[i] as number;
      const other = first + i;
      const isBetterForOne = score > (lowestScores[one] as number);
      const isBetterForOther = score > (lowestScores[other] as number);
      if (!(isBetterForOne || isBetterForOther) || !this.#rules.maySitTogether(one, other)) continue;
      if (isBetterForOne) this.#insert(one, other, score);
      if (isBetterForOther) this.#insert(other, one, score);
    }
  }

  fillGaps(): Int32Array {
    const partners = this.#partners;
    for (let from = 0; from < partners.length; from += partnersPerDiner) {
      for (let k = 0, known = 0; k < partnersPerDiner; k++) {
        if ((partners[from + k] as number) >= 0) known++;
        else partners[from + k] = known ? (partners[from + (k % known)] as number) : from / partnersPerDiner;
      }
    }
    return partners;
  }

  #insert(diner: number, partner: number, score: number): void {
    const from = diner * partnersPerDiner;
    let at = from + partnersPerDiner - 1;
    while (at > from && (this.#scores[at - 1] as number) < score) {
      this.#scores[at] = this.#scores[at - 1] as number;
      this.#partners[at] = this.#partners[at - 1] as number;
      at--;
    }
    this.#scores[at] = score;
    this.#partners[at] = partner;
    this.#lowestScores[diner] = this.#scores[from + partnersPerDiner - 1] as number;
  }
}

export interface TemperatureRange {
  hot: number;
  cold: number;
}

const maxSteps = 60;
const sampledSwaps = 400;

/** Cools fast from a temperature that accepts nearly any swap. The range starts when one proposal in twenty is still accepted. */
export function findTemperatureRange(context: AnnealingContext, proposals: number): TemperatureRange {
  const { board } = context;
  let hot = meanSwapGain(context);
  for (let step = 0; step < maxSteps && board.sweep(context, hot, proposals) > proposals / 20; step++)
    hot *= 0.8;
  return { hot, cold: hot / 2.7 };
}

function meanSwapGain({ board, random }: AnnealingContext): number {
  let sum = 0;
  let swaps = 0;
  for (let i = 0; i < sampledSwaps; i++) {
    const one = random.nextBelow(board.dinerCount);
    const other = random.nextBelow(board.dinerCount);
    if (board.tableOf[one] === board.tableOf[other]) continue;
    sum += Math.abs(board.swapGain(one, other, Infinity));
    swaps++;
  }
  return sum / Math.max(1, swaps) + 1;
}

const coolingRatio = 0.97;
const maxGreedySweeps = 5;
const greedyProposalsPerDiner = 40;

export function anneal(
  context: AnnealingContext,
  { hot, cold }: TemperatureRange,
  maxProposals: number,
): void {
  const { board } = context;
  let steps = 1;
  for (let temperature = hot; temperature > cold; temperature *= coolingRatio) steps++;
  const proposalsPerStep = Math.ceil(maxProposals / steps);
  for (let temperature = hot, i = 0; i < steps; i++, temperature *= coolingRatio)
    board.sweep(context, temperature, proposalsPerStep);
}

export function improveGreedily(context: AnnealingContext): void {
  const { board } = context;
  const proposals = greedyProposalsPerDiner * board.dinerCount;
  for (let i = 0; i < maxGreedySweeps && board.sweep(context, 0, proposals) > 0; i++);
}
