import { log } from "#app/log.ts";
import { applyWeeklyStep, isWeeklyStepDue, loadLearning } from "#app/models/weights/weights.server.ts";
import type { Job } from "./job.ts";

/** Once a week, where the operator has asked for it. */
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
