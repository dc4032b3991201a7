import { log } from "#app/log.ts";
import { addSums, scoreRatings, sumRatings } from "#app/matching/learning/rating-sums.ts";
import { countFeedbackToLearn, findFeedbackToLearn } from "#app/models/feedback/feedback-results.server.ts";
import {
  applyWeeklyStep,
  isWeeklyStepDue,
  loadAnswers,
  loadLearning,
  readRatingSums,
  saveRatingSums,
} from "#app/models/feedback/weights.server.ts";
import type { Job } from "./job.ts";

/** Each has up to five diners, whose answers one query reads. */
const feedbackPerRound = 100;
const maxRounds = 20;

export const learnFromFeedback: Job = {
  async findItems({ db }, now) {
    return (await countFeedbackToLearn(db, now)) > 0 ? ["all"] : [];
  },
  async run({ db }, _, now) {
    const { questions } = await loadLearning(db);
    for (let round = 0; round < maxRounds; round++) {
      const found = await findFeedbackToLearn(db, now, feedbackPerRound);
      if (found.length === 0) return undefined;
      const { sums, version } = await readRatingSums(db);
      const userIds = found.flatMap(({ userId, mates }) => [userId, ...mates.map((mate) => mate.userId)]);
      const answers = await loadAnswers(db, [...new Set(userIds)]);
      const answersOf = (userId: string) => ({ answers: answers.get(userId) ?? {} });
      const added = found
        .map(({ userId, mates }) =>
          sumRatings(
            scoreRatings(
              questions,
              answersOf(userId),
              mates.map((mate) => ({ diner: answersOf(mate.userId), rating: mate.rating })),
            ),
          ),
        )
        .reduce(addSums, sums);
      await saveRatingSums(
        db,
        { sums: added, version },
        found.map(({ bookingId }) => bookingId),
        now,
      );
    }
    return "more";
  },
};

/** Runs once a week if the operator has asked for it. */
export const applyLearnedWeights: Job = {
  async findItems({ db, env }, now) {
    return env.AUTO_WEIGHTS === "yes" && (await isWeeklyStepDue(db, now)) ? ["all"] : [];
  },
  async run({ db }, _, now) {
    const learning = await loadLearning(db);
    const weights = await applyWeeklyStep(db, learning, now);
    if (weights) log("info", "weights changed", { answers: learning.answerCount });
    return undefined;
  },
};
