import { minuteMs } from "#app/lib/time-units.ts";
import { askAboutOldAnswers, deleteOldAnswers, postponeChecks } from "#app/models/quiz/old-answers.server.ts";
import type { Job } from "./job.ts";

const minutesOfDay = 1_440;
/** 10:00 in UTC. */
const runsAtMinute = 600;

/** Once a day: it looks at everybody who agreed long ago. */
export const forgetOldAnswers: Job = {
  findItems: async (_, now) =>
    Math.floor(now.getTime() / minuteMs) % minutesOfDay === runsAtMinute ? ["all"] : [],
  async run({ db }, _, now) {
    await postponeChecks(db, now);
    await deleteOldAnswers(db, now);
    await askAboutOldAnswers(db, now);
    return undefined;
  },
};
