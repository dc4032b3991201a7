import { hasTold, noteTold } from "#app/models/attendance/absences.server.ts";
import type { Job } from "./job.ts";

/** Notes when diners were told that they are noted as a no-show. */
export const beginContests: Job = {
  findItems: async ({ db }) => ((await hasTold(db)) ? ["all"] : []),
  async run({ db }) {
    await noteTold(db);
    return undefined;
  },
};
