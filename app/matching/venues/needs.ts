import type { QuizRole } from "#app/lib/quiz/quiz.ts";
import type { Diner, Venue } from "#app/matching/diner.ts";
import type { Answer } from "#app/matching/question.ts";

/** What a diner needs from a venue. */
export type Needs = Pick<Diner, "diets" | "maxPrice" | "stepFree">;

/** What a venue offers for the needs of diners. */
export type Offer = Pick<Venue, "diets" | "price" | "stepFree">;

export const needRoles = ["diet", "budget", "access"] as const satisfies QuizRole[];

export type NeedRole = (typeof needRoles)[number];

/** `dietCount` is how many diets can be chosen, without counting the choice of none. */
export function readNeeds(answers: Partial<Record<NeedRole, Answer | undefined>>, dietCount: number): Needs {
  const { diet = [], budget: [maxPrice] = [], access: [access] = [] } = answers;
  return {
    // The nth choice accepts venues up to price level n.
    ...(maxPrice === undefined ? {} : { maxPrice: Number(maxPrice) }),
    ...(Number(access) === 1 ? { stepFree: true } : {}),
    diets: toBits(diet.filter((position) => Number(position) <= dietCount)),
  };
}

export interface VenueFacts {
  diets: readonly number[];
  priceLevel: number;
  stepFree: boolean;
}

export const readOffer = ({ diets, priceLevel, stepFree }: VenueFacts): Offer => ({
  diets: toBits(diets),
  price: priceLevel,
  ...(stepFree ? { stepFree } : {}),
});

/** One bit for each 1-based position. */
export const toBits = (positions: readonly (number | string)[]) =>
  positions.reduce((sum: number, position) => sum | (1 << (Number(position) - 1)), 0);
