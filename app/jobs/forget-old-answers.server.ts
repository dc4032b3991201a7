import {
  askAboutOldAnswers,
  deleteOldAnswers,
  hasOldAnswers,
  postponeChecks,
} from "#app/models/quiz/old-answers.server.ts";
import type { Job } from "./job.ts";

export const forgetOldAnswers: Job = {
  findItems: async ({ db }, now) => ((await hasOldAnswers(db, now)) ? ["all"] : []),
  async run({ db }, _, now) {
    await postponeChecks(db, now);
    await deleteOldAnswers(db, now);
    await askAboutOldAnswers(db, now);
    return undefined;
  },
};
