import { describeEvening, type Evening, type EveningOptions } from "#app/matching/learning/evenings.ts";
import type { Answer } from "#app/matching/question.ts";
import type { LearnableFeedback } from "#app/models/feedback/learnable-feedback.server.ts";

type AnswersOf = (userId: string) => { answers: Readonly<Record<number, Answer>> };

/** By booking, of those who rated the evening and had somebody at their table. */
export function describeEvenings(
  found: readonly LearnableFeedback[],
  answersOf: AnswersOf,
  options: Omit<EveningOptions, "wishes">,
): Map<string, Evening> {
  const evenings = found.flatMap(({ bookingId, userId, evening: rating, isFirstDinner, mates }) => {
    const came = mates.filter(({ isMissing }) => !isMissing);
    if (rating === null || came.length === 0) return [];
    const seat = (id: string, firstDinner: boolean) => ({ id, firstDinner, ...answersOf(id) });
    const wishes = came
      .filter(({ isWished }) => isWished)
      .map((mate): [string, string] => [userId, mate.userId]);
    const evening = describeEvening(
      { ...options, wishes },
      seat(userId, isFirstDinner),
      came.map((mate) => seat(mate.userId, mate.isFirstDinner)),
      rating,
    );
    return [[bookingId, evening] as const];
  });
  return new Map(evenings);
}
