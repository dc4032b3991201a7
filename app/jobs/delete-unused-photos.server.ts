import type { JobContext } from "#app/load-context.ts";
import { deleteUnusedAvatars } from "#app/models/account/avatars.server.ts";

const minute = 60_000;

/** One part in 256 of the photos a minute, told by the first letters of their owners' ids: all of them in four hours. */
export async function deleteUnusedPhotos({ db, env }: JobContext, now: Date): Promise<void> {
  const turn = Math.floor(now.getTime() / minute) % 256;
  await deleteUnusedAvatars({ db, bucket: env.AVATARS }, turn.toString(16).padStart(2, "0"), now);
}
