import type { Diner } from "./diner.ts";
import { explain } from "./explain.ts";
import { bestScore, vectorsOf } from "./features.ts";
import type { Report, Table } from "./night.ts";
import type { Question } from "./question.ts";
import type { Room } from "./room.ts";

export function tableOf(questions: readonly Question[], venue: string, diners: readonly Diner[]): Table {
  return {
    venue,
    diners: diners.map(({ id }) => id),
    score: scoresOf(questions, diners).all,
    explanation: explain(questions, ({ id }) => diners.map(({ answers }) => answers[id] ?? [])),
  };
}

export function report(questions: readonly Question[], rooms: readonly Room[]): Report {
  const scores = rooms.flatMap(({ tables }) => tables.map((diners) => scoresOf(questions, diners)));
  const tables = scores.map(({ all }) => all).sort((a, b) => a - b);
  const hundredths = tables.reduce((sum, score) => sum + Math.round(score * 100), 0);
  return {
    seated: rooms.reduce((sum, { tables }) => sum + tables.flat().length, 0),
    mean: tables.length > 0 ? Math.round(hundredths / tables.length) / 100 : null,
    worst: tables[0] ?? null,
    fivePercent: tables[Math.floor(tables.length / 20)] ?? null,
    worstDiner: least(scores.map(({ worstDiner }) => worstDiner)),
    lowestPair: least(scores.map(({ lowestPair }) => lowestPair)),
    venues: rooms.map(({ venue, relaxed, outcome, worth, bound }) => ({
      venue,
      relaxed,
      outcome,
      worth,
      bound,
    })),
  };
}

const least = (numbers: number[]) =>
  numbers.length === 0 ? null : numbers.reduce((low, next) => Math.min(low, next));

/** How well some diners go together, as people read it: all their pairs, the worst off of them, the lowest pair. */
export function scoresOf(questions: readonly Question[], diners: readonly Diner[]) {
  const vectors = vectorsOf(questions, diners);
  const best = bestScore(questions);
  const sums = diners.map(() => 0);
  let lowest = Infinity;
  for (let i = 0; i < diners.length; i++) {
    for (let j = 0; j < i; j++) {
      const score = vectors.dot(i, j);
      lowest = Math.min(lowest, score);
      sums[i] = (sums[i] as number) + score;
      sums[j] = (sums[j] as number) + score;
    }
  }
  const others = diners.length - 1;
  const twice = sums.reduce((all, sum) => all + sum, 0);
  return {
    all: points(twice, diners.length * others, best),
    worstDiner: points(Math.min(...sums), others, best),
    lowestPair: points(lowest, 1, best),
  };
}

/** 0 to 100 with two decimals; 50 is neither here nor there. */
function points(score: number, pairs: number, best: number): number {
  if (best === 0) return 50;
  const hundredths = Math.round(5_000 + (5_000 * score) / (pairs * best));
  return Math.min(10_000, Math.max(0, hundredths)) / 100;
}
