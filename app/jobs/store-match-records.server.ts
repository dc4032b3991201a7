import { hasRecordsToStore, storeRecords } from "#app/models/matching/stored-records.server.ts";
import type { Job } from "./job.ts";

/** Moves match records out of the database. One task for all, which is handed out again for as long as the bucket is away. */
export const storeMatchRecords: Job = {
  findItems: async ({ db }) => ((await hasRecordsToStore(db)) ? ["all"] : []),
  run: ({ db, env }) => storeRecords({ db, bucket: env.AVATARS }),
};
