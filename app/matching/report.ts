import { tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "./diner.ts";
import { sharedBy } from "./explain.ts";
import type { Report, Table } from "./match-input.ts";
import type { MatchQuestion } from "./question.ts";
import { bestScore, vectorsOf } from "./scores/answer-features.ts";
import type { Vectors } from "./scores/feature-vectors.ts";
import type { Room } from "./seat-venue.ts";

/** How well some diners go together, as people read it: all their pairs, the worst off of them, the lowest pair. */
export interface Scores {
  all: number;
  worstDiner: number;
  lowestPair: number;
}

/** So many tables' answers are compared at a time, that those of a large night are never held twice. */
const batch = 100;

export function tablesOf(questions: readonly MatchQuestion[], room: Room): (Table & Scores)[] {
  const best = bestScore(questions);
  let vectors = vectorsOf(questions, []);
  return room.tables.map((diners, place) => {
    if (place % batch === 0) vectors = vectorsOf(questions, room.tables.slice(place, place + batch).flat());
    const scores = scoresAmong(vectors, (place % batch) * tableSize, diners.length, best);
    return {
      venue: room.venue,
      diners: diners.map(({ id }) => id),
      score: scores.all,
      explanation: sharedBy(questions, diners),
      ...scores,
    };
  });
}

export function report(rooms: readonly Room[], tables: readonly (Table & Scores)[]): Report {
  const scores = tables.map(({ all }) => all).sort((a, b) => a - b);
  const hundredths = scores.reduce((sum, score) => sum + Math.round(score * 100), 0);
  return {
    seated: tables.reduce((sum, { diners }) => sum + diners.length, 0),
    mean: scores.length > 0 ? Math.round(hundredths / scores.length) / 100 : null,
    worst: scores[0] ?? null,
    fivePercent: scores[Math.floor(scores.length / 20)] ?? null,
    worstDiner: least(tables.map(({ worstDiner }) => worstDiner)),
    lowestPair: least(tables.map(({ lowestPair }) => lowestPair)),
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

export const scoresOf = (questions: readonly MatchQuestion[], diners: readonly Diner[]): Scores =>
  scoresAmong(vectorsOf(questions, diners), 0, diners.length, bestScore(questions));

function scoresAmong(vectors: Vectors, from: number, count: number, best: number): Scores {
  const sums = new Int32Array(count);
  let lowest = Infinity;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const score = vectors.dot(from + i, from + j);
      lowest = Math.min(lowest, score);
      sums[i] = (sums[i] as number) + score;
      sums[j] = (sums[j] as number) + score;
    }
  }
  const twice = sums.reduce((all, sum) => all + sum, 0);
  return {
    all: points(twice, count * (count - 1), best),
    worstDiner: points(Math.min(...sums), count - 1, best),
    lowestPair: points(lowest, 1, best),
  };
}

/** 0 to 100 with two decimals; 50 is neither here nor there. */
function points(score: number, pairs: number, best: number): number {
  if (best === 0) return 50;
  const hundredths = Math.round(5_000 + (5_000 * score) / (pairs * best));
  return Math.min(10_000, Math.max(0, hundredths)) / 100;
}
