import type { JobContext } from "#app/load-context.ts";
import { deleteUnusedAvatars } from "#app/models/account/avatars.server.ts";

const minuteMs = 60_000;

/** Each minute checks the users whose id begins with one of 256 prefixes, so all are checked in about four hours. */
export async function deleteUnusedPhotos({ db, env }: JobContext, now: Date): Promise<void> {
  const prefix = Math.floor(now.getTime() / minuteMs) % 256;
  await deleteUnusedAvatars({ db, bucket: env.AVATARS }, prefix.toString(16).padStart(2, "0"), now);
}
