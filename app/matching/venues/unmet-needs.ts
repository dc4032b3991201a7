import type { UnmetNeed } from "#app/lib/booking/standby-reasons.ts";
import { choicesBeforeNone } from "#app/lib/quiz/quiz.ts";
import type { Answer } from "#app/matching/question.ts";
import { type NeedRole, readNeeds, readOffer, type VenueFacts } from "./needs.ts";
import { listUnmetNeeds } from "./suits.ts";

export interface NeedAnswer {
  role: NeedRole;
  questionId: number;
  choices: string[];
  answerIds: Answer;
}

interface UnmetNeeds {
  /** Empty if a venue suits the diner. */
  needs: UnmetNeed[];
  /** The diets that no venue serves; all of the diner's diets if each is served by another venue. */
  diets: string[];
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
    diets: needs.includes("diet") ? listMissingDiets(diet?.answerIds ?? [], diets, venues) : [],
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
