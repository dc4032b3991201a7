import type { Obstacle, UnmetNeed } from "#app/lib/booking/standby-reasons.ts";
import { choicesBeforeNone, type QuizRole } from "#app/lib/quiz/quiz.ts";
import type { Answer, Diner, Venue } from "#app/matching/match-input.ts";

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

const servesDiets = (venue: Offer, diner: Needs) => (diner.diets & ~venue.diets) === 0;
const isWithinPrice = ({ price }: Offer, { maxPrice }: Needs) =>
  price === undefined || maxPrice === undefined || price <= maxPrice;
const isAccessible = (venue: Offer, diner: Needs) => !diner.stepFree || venue.stepFree === true;

export const suits = (venue: Offer, diner: Needs) =>
  servesDiets(venue, diner) && isWithinPrice(venue, diner) && isAccessible(venue, diner);

/** Why no table can seat all of these, if so. */
export function findObstacle(
  venues: readonly Offer[],
  group: readonly (Needs & Pick<Diner, "languages">)[],
): Obstacle | undefined {
  // Without an answer they speak every language.
  const isSilent = group.reduce((all, { languages }) => all & (languages || -1), -1) === 0;
  if (isSilent) return "language";
  const suitsNone = (diner: Needs) => !venues.some((venue) => suits(venue, diner));
  if (venues.length > 0 && group.some(suitsNone)) return "one diner";
  return venues.some((venue) => group.every((diner) => suits(venue, diner))) ? undefined : "venue";
}

/** Equal for venues that suit the same diners. */
export const offerKey = ({ diets, price, stepFree }: Offer) => `${diets},${price ?? ""},${stepFree === true}`;

/** Explains why no venue suits a diner: the needs that no venue meets, or "venue" if none meets all of them together. */
export function listUnmetNeeds(venues: readonly Offer[], diner: Needs): UnmetNeed[] {
  if (venues.length === 0) return ["venue"];
  if (venues.some((venue) => suits(venue, diner))) return [];
  const isUnmet = (meets: (venue: Offer, diner: Needs) => boolean) =>
    !venues.some((venue) => meets(venue, diner));
  const unmet: UnmetNeed[] = [];
  if (isUnmet(servesDiets)) unmet.push("diet");
  if (isUnmet(isWithinPrice)) unmet.push("price");
  if (isUnmet(isAccessible)) unmet.push("access");
  return unmet.length > 0 ? unmet : ["venue"];
}

export interface NeedAnswer {
  role: NeedRole;
  questionId: number;
  choices: string[];
  answerIds: Answer;
}

interface UnmetNeeds {
  /** Empty if a venue suits the diner. */
  needs: UnmetNeed[];
  /** The diets that no venue serves; or if only all needs together can’t be met, each of them in words. */
  named: string[];
  /** The questions in which another answer of the diner would help. */
  questionIds: number[];
}

/** What the matcher would find for one diner at these venues. */
export function findUnmetNeeds(answers: readonly NeedAnswer[], venues: readonly VenueFacts[]): UnmetNeeds {
  const ofRole = (role: NeedRole) => answers.find((answer) => answer.role === role);
  const [diet, budget, access] = [ofRole("diet"), ofRole("budget"), ofRole("access")];
  const diets = choicesBeforeNone(diet?.choices ?? []);
  const diner = readNeeds(
    { diet: diet?.answerIds, budget: budget?.answerIds, access: access?.answerIds },
    diets.length,
  );
  const offers = venues.map(readOffer);
  const needs = listUnmetNeeds(offers, diner);
  // Taken separately, some venue meets each of these needs.
  const concerned = needs.includes("venue")
    ? offers.flatMap((offer) => listUnmetNeeds([offer], diner))
    : needs;
  const answerOfNeed: [UnmetNeed, NeedAnswer | undefined][] = [
    ["diet", diet],
    ["price", budget],
    ["access", access],
  ];
  return {
    needs,
    named: [
      ...(concerned.includes("diet") ? listMissingDiets(diet?.answerIds ?? [], diets, venues) : []),
      ...(needs.includes("venue") && concerned.includes("price") ? ["at your price"] : []),
      ...(needs.includes("venue") && concerned.includes("access") ? ["without steps"] : []),
    ],
    questionIds: answerOfNeed.flatMap(([need, answer]) =>
      answer && concerned.includes(need) ? answer.questionId : [],
    ),
  };
}

function listMissingDiets(chosen: Answer, diets: string[], venues: readonly VenueFacts[]): string[] {
  const needed = chosen.map(Number).filter((position) => position <= diets.length);
  const missing = needed.filter((position) => !venues.some((venue) => venue.diets.includes(position)));
  return (missing.length > 0 ? missing : needed).flatMap((position) => diets[position - 1] ?? []);
}
