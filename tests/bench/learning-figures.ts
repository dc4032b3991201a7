import type { Prior } from "#app/matching/learning/fit-weights.ts";
import { type Weights, weighQuestions } from "#app/matching/learning/weights.ts";
import { type MatchQuestion, maxWeight } from "#app/matching/match-input.ts";
import { dinersPerEvening, measureLiking, runClub } from "./learning-club.ts";
import {
  drawTruth,
  Population,
  type RatingHabits,
  type Truth,
  type TruthShares,
} from "./learning-population.ts";
import { makeMatchInput } from "./match-input.ts";

/** Shares of 1. */
export interface LearningRow {
  what: string;
  target: string;
  /** Of the liking that all clubs together could gain, or gain now. */
  overall: number;
  worst: number;
  isReached: boolean;
}

export interface LearningCurve {
  label: string;
  points: { dinners: number; overall: number; worst: number; best: number }[];
}

export interface LearningResults {
  rows: Record<string, LearningRow>;
  curves: LearningCurve[];
}

const clubSize = 600;
const manyEvenings = [1, 2, 3, 5, 10, 20, 40];
const fewEvenings = [2, 10, 40];
const quarterOfTheWay = 0.25;
const wholeWay = 1;
const usualShares: TruthShares = { weights: 0.4, interactions: 0.1 };
/** Joel, Eastwick and Finkel (2017) could predict liking before people met hardly better than this. */
const weakShares: TruthShares = { weights: 0.15, interactions: 0 };
const weakerShares: TruthShares = { weights: 0.05, interactions: 0 };
const noShares: TruthShares = { weights: 0, interactions: 0 };
/** The matcher's integers hold no more. */
const maxWholeWeight = 7 * maxWeight;

/** The mean true liking of one made-up club, in standard deviations among random pairs. */
interface ClubFigures {
  operator: number;
  oracle: number;
  /** By evening, with the weights that were in force after it. */
  learned: Map<number, number>;
}

interface Scenario {
  evenings?: readonly number[];
  maxShare?: number;
  habits?: RatingHabits;
  shares?: TruthShares;
  isOperatorRight?: boolean;
}

export function measureLearning(clubCount: number, prior: Prior): LearningResults {
  const { questions } = makeMatchInput(0, 0);

  const measure = ({
    evenings = manyEvenings,
    maxShare = quarterOfTheWay,
    habits = {},
    shares = usualShares,
    isOperatorRight = false,
  }: Scenario) =>
    Array.from({ length: clubCount }, (_, i): ClubFigures => {
      const seed = i + 1;
      const drawn = drawTruth(questions, seed, shares);
      const truth = isOperatorRight ? { ...drawn, weights: operatorWeights(questions) } : drawn;
      const fresh = new Population(clubSize, 1_000 + seed, truth);
      const learned = new Map<number, number>();
      runClub(new Population(clubSize, seed, truth, habits), { maxShare, prior }, (evening, weights) => {
        if (evenings.includes(evening))
          learned.set(evening, measureLiking(fresh, weighQuestions(questions, weights)));
      });
      return {
        operator: measureLiking(fresh, questions),
        oracle: measureLiking(fresh, weighTruly(questions, truth)),
        learned,
      };
    });

  const gradual = measure({});
  const atOnce = measure({ maxShare: wholeWay, evenings: fewEvenings });
  const liars = measure({ habits: { liars: 0.1 }, evenings: fewEvenings });
  const weak = measure({ shares: weakShares, evenings: fewEvenings });
  const weaker = measure({ shares: weakerShares, evenings: fewEvenings });
  const moves = Array.from({ length: clubCount }, (_, i) => {
    let largest = 0;
    const club = new Population(clubSize, i + 1, drawTruth(questions, i + 1, noShares));
    runClub(club, { maxShare: quarterOfTheWay, prior }, (_evening, weights) => {
      largest = Math.max(largest, findMeanMove(questions, weights));
    });
    return largest;
  });
  const noise = measure({ habits: { isNoise: true }, isOperatorRight: true });

  const noiseCosts = manyEvenings.map((evening) => shareLost(noise, evening));
  return {
    rows: {
      closed200: atLeast("Gap closed after 200 dinners", shareClosed(gradual, 2), 0.1),
      closed1000: atLeast("Gap closed after 1,000 dinners", shareClosed(gradual, 10), 0.3),
      closed4000: atLeast("Gap closed after 4,000 dinners", shareClosed(gradual, 40)),
      atOnce200: atLeast("Applied at once: gap closed after 200 dinners", shareClosed(atOnce, 2)),
      atOnce1000: atLeast("Applied at once: gap closed after 1,000 dinners", shareClosed(atOnce, 10)),
      weak200: atLeast("Answers explain 15 % of liking: gap closed after 200 dinners", shareClosed(weak, 2)),
      weak1000: atLeast("Answers explain 15 %: gap closed after 1,000 dinners", shareClosed(weak, 10)),
      weak4000: atLeast("Answers explain 15 %: gap closed after 4,000 dinners", shareClosed(weak, 40)),
      weaker1000: atLeast("Answers explain 5 %: gap closed after 1,000 dinners", shareClosed(weaker, 10)),
      weaker4000: atLeast("Answers explain 5 %: gap closed after 4,000 dinners", shareClosed(weaker, 40)),
      nothingMoved: atMost(
        "Answers explain nothing: how far the weights move in all, at the worst of forty times",
        add(moves) / moves.length,
        Math.max(...moves),
        0.1,
      ),
      noiseCost: atMost(
        "Ratings at random: true liking lost, at the worst of seven times",
        Math.max(0, ...noiseCosts.map(({ overall }) => overall)),
        Math.max(0, ...noiseCosts.flatMap(({ clubs }) => clubs)),
        0.01,
      ),
      liarsCost: atMost(
        "A tenth of the raters lie: part of the gain lost after 1,000 dinners",
        Math.max(0, 1 - shareClosed(liars, 10).overall / shareClosed(gradual, 10).overall),
        Math.max(
          ...shareClosed(liars, 10).clubs.map(
            (closed, i) => 1 - closed / (shareClosed(gradual, 10).clubs[i] as number),
          ),
        ),
        0.1,
      ),
    },
    curves: [
      toCurve("a quarter of the way each week", gradual),
      toCurve("at once", atOnce),
      toCurve("a tenth of the raters lie", liars),
      toCurve("answers explain 15 % of liking", weak),
    ],
  };
}

interface Share {
  overall: number;
  clubs: number[];
}

/** Overall as sums of all clubs, because in a club with a small gap the share is mostly noise. */
const divide = (parts: number[], wholes: number[]): Share => ({
  overall: add(parts) / add(wholes),
  clubs: parts.map((part, i) => part / (wholes[i] as number)),
});

const shareClosed = (clubs: ClubFigures[], evening: number): Share =>
  divide(
    clubs.map(({ operator, learned }) => (learned.get(evening) as number) - operator),
    clubs.map(({ operator, oracle }) => oracle - operator),
  );

/** Of what the operator's weights gain over random tables, whose mean liking is 0. */
const shareLost = (clubs: ClubFigures[], evening: number): Share =>
  divide(
    clubs.map(({ operator, learned }) => operator - (learned.get(evening) as number)),
    clubs.map(({ operator }) => operator),
  );

export const atLeast = (what: string, { overall, clubs }: Share, target?: number): LearningRow => ({
  what,
  target: target === undefined ? "for comparison" : `≥ ${100 * target} %`,
  overall: round(overall),
  worst: round(Math.min(...clubs)),
  isReached: target === undefined || overall >= target,
});

export const atMost = (what: string, overall: number, worst: number, target: number): LearningRow => ({
  what,
  target: `≤ ${100 * target} %`,
  overall: round(overall),
  worst: round(worst),
  isReached: overall <= target,
});

const operatorWeights = (questions: readonly MatchQuestion[]) =>
  new Map(questions.map(({ id, weight }) => [id, weight]));

function weighTruly(questions: readonly MatchQuestion[], { weights }: Truth): MatchQuestion[] {
  const highest = Math.max(...weights.values());
  return questions.map((question) => ({
    ...question,
    weight: Math.round((maxWholeWeight * (weights.get(question.id) ?? 0)) / highest),
  }));
}

/** As a share of the sum of all weights. */
const findMeanMove = (questions: readonly MatchQuestion[], weights: Weights) =>
  add(questions.map(({ id, weight }) => Math.abs((weights[id] ?? weight) - weight))) /
  add(questions.map(({ weight }) => weight));

const toCurve = (label: string, clubs: ClubFigures[]): LearningCurve => ({
  label,
  points: [...(clubs[0]?.learned.keys() ?? [])].map((evening) => {
    const { overall, clubs: shares } = shareClosed(clubs, evening);
    return {
      dinners: evening * dinersPerEvening,
      overall: round(overall),
      worst: round(Math.min(...shares)),
      best: round(Math.max(...shares)),
    };
  }),
});

const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

const round = (value: number) => Math.round(1_000 * value) / 1_000;
