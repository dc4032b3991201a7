import { defaultPrior, fitWeights, type Prior } from "#app/matching/learning/fit-weights.ts";
import { addSums, emptySums, sumRatings } from "#app/matching/learning/rating-sums.ts";
import { limitStep, type Weights, weighQuestions } from "#app/matching/learning/weights.ts";
import type { Diner, MatchQuestion } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { buildRules } from "#app/matching/rules.ts";
import { buildFeatureVectors, tableScorePerPoint } from "#app/matching/scores.ts";
import { seatEverybody } from "#tests/matching/seat-everybody.ts";
import type { Population } from "./learning-population.ts";

export const dinersPerEvening = 100;
export const evenings = 40;
const freshEvenings = 16;
/** Of each evening; the proof that a hundred diners get would take a hundred times as long. */
const maxProposals = 400_000;

interface LearningOptions {
  maxShare: number;
  prior?: Prior;
}

/** Calls `look` with the weights in force after each evening. */
export function runClub(
  club: Population,
  { maxShare, prior = defaultPrior }: LearningOptions,
  look: (evening: number, weights: Weights) => void,
): void {
  let sums = emptySums();
  let weights: Weights = Object.fromEntries(club.learned.map(({ id, weight }) => [id, weight]));
  const met = new Map<string, string[]>(club.diners.map(({ id }) => [id, []]));
  for (let evening = 1; evening <= evenings; evening++) {
    const diners = drawDiners(club.diners, evening).map((diner) => ({
      ...diner,
      met: met.get(diner.id) ?? [],
    }));
    for (const table of seatDiners(weighQuestions(club.questions, weights), diners, evening)) {
      for (const rater of table) {
        const mates = table.filter((diner) => diner !== rater);
        met.get(rater.id)?.push(...mates.map(({ id }) => id));
        const ratings = club.rate(rater, mates);
        if (ratings) sums = addSums(sums, sumRatings(ratings));
      }
    }
    weights = limitStep(weights, fitWeights(club.learned, sums, prior).weights, maxShare);
    look(evening, weights);
  }
}

/** The mean true liking among table-mates on evenings of diners who never rated. */
export function measureLiking(population: Population, questions: readonly MatchQuestion[]): number {
  let sum = 0;
  for (let evening = 1; evening <= freshEvenings; evening++) {
    for (const table of seatDiners(questions, drawDiners(population.diners, evening), evening))
      for (const rater of table)
        for (const mate of table) if (mate !== rater) sum += population.knowableLiking(rater, mate);
  }
  return sum / (freshEvenings * dinersPerEvening * 4);
}

const drawDiners = (diners: readonly Diner[], seed: number): Diner[] =>
  Array.from(
    new Random(seed).shuffle(Int32Array.from(diners.keys())).subarray(0, dinersPerEvening),
    (place) => diners[place] as Diner,
  );

/** The matcher's search with the score floor and all rules between diners. */
function seatDiners(questions: readonly MatchQuestion[], diners: readonly Diner[], seed: number): Diner[][] {
  const rules = buildRules(diners, []);
  const vectors = buildFeatureVectors(questions, diners);
  const scorePerPoint = tableScorePerPoint(questions);
  const { board } = seatEverybody(vectors, rules, { seed, maxProposals, scorePerPoint });
  if (!board) throw new Error("No seating by the rules was found.");
  return Array.from({ length: board.tableCount }, (_, table) =>
    Array.from(board.membersOf(table), (place) => diners[place] as Diner),
  );
}
