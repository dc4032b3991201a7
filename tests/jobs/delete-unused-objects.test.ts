import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/db/schema/account.ts";
import type { JobContext } from "#app/job-context.ts";
import { createVenuePhotoKey } from "#app/lib/event/venue-photos.ts";
import { user } from "#app/operations/user.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvent, insertDiners, venueOf } from "#tests/support/events.ts";
import { runJob } from "#tests/support/jobs.ts";

const club = openClub();
const minuteMs = 60_000;

async function runFor256Minutes(context: JobContext, startMs: number): Promise<void> {
  const minutes = Array.from({ length: 256 }, (_, minute) => new Date(startMs + minute * minuteMs));
  await Promise.all(minutes.map((now) => runJob("deleteUnusedObjects", context, now)));
}

test("deletes no photo while the database has nobody and no venue: it may be lost, and its backup not yet restored", async () => {
  const bucket = await club.worker.getR2Bucket("AVATARS");
  const keys = ["00000000-0000-4000-8000-000000000000/photo.png", createVenuePhotoKey()];
  for (const key of keys) await bucket.put(key, "picture");
  const context = { db: club.db, env: { AVATARS: bucket } as unknown as Env };
  await runFor256Minutes(context, Date.now() + 61 * minuteMs);
  expect((await bucket.list()).objects.map(({ key }) => key)).toEqual(keys);
  await bucket.delete(keys);
});

test("deletes every photo that no profile names within 256 minutes, once it is an hour old", async () => {
  const bucket = await club.worker.getR2Bucket("AVATARS");
  const [ownerId = ""] = await insertDiners(club, 1);
  const currentPhoto = `${ownerId}/now.jpg`;
  const unusedPhotos = [`${ownerId}/former.jpg`, "00000000-0000-4000-8000-000000000000/gone.png"];
  for (const key of [currentPhoto, ...unusedPhotos]) await bucket.put(key, "picture");
  await club.db.update(profiles).set({ avatarUrl: currentPhoto });
  const context = { db: club.db, env: { AVATARS: bucket } as unknown as Env };
  await runFor256Minutes(context, Date.now() - 300 * minuteMs);
  expect((await bucket.list()).objects).toHaveLength(3);
  await runFor256Minutes(context, Date.now() + 61 * minuteMs);
  expect((await bucket.list()).objects.map(({ key }) => key)).toEqual([currentPhoto]);
});

test("deletes every photo of a venue that no venue names, once it is an hour old", async () => {
  const bucket = await club.worker.getR2Bucket("AVATARS");
  const venueId = venueOf(await createEvent(club));
  const [current, unused] = [createVenuePhotoKey(), createVenuePhotoKey()];
  for (const key of [current, unused]) await bucket.put(key, "picture");
  await club.binding.prepare("UPDATE venues SET photo = ? WHERE id = ?").bind(current, venueId).run();
  const context = { db: club.db, env: { AVATARS: bucket } as unknown as Env };
  const listKeys = async () =>
    (await bucket.list({ prefix: "venue/" })).objects.map(({ key }) => key).toSorted();
  await runFor256Minutes(context, Date.now() - 300 * minuteMs);
  expect(await listKeys()).toEqual([current, unused].toSorted());
  await runFor256Minutes(context, Date.now() + 61 * minuteMs);
  expect(await listKeys()).toEqual([current]);
});

test("deletes the photo of an erased account later, where the bucket fails during the erasure", async () => {
  const bucket = (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket;
  const [id = ""] = await insertDiners(club, 1);
  const avatarUrl = `${id}/photo.png`;
  await bucket.put(avatarUrl, "picture");
  await club.db.update(profiles).set({ avatarUrl }).where(eq(profiles.id, id));
  let isBroken = true;
  const breakingBucket = new Proxy(bucket, {
    get(target, name) {
      if (name === "delete" && isBroken)
        return async () => {
          throw new Error("delete: Unspecified error (0)");
        };
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const context = { db: club.db, env: { AVATARS: breakingBucket } as unknown as Env };

  const erase = user.operations.find(({ verb }) => verb === "erase");
  const plan = await erase?.run({ ...context, now: new Date() } as never, { user: id } as never);
  const { message } = await (plan as { apply(): Promise<{ message: string }> }).apply();
  expect(message).toBe(`Erased ${id}. The photo can’t be deleted now: the cron deletes it within hours.`);
  expect((await bucket.list({ prefix: id })).objects).toHaveLength(1);

  const startMs = Date.now() + 61 * minuteMs;
  await expect(runFor256Minutes(context, startMs)).rejects.toThrow("Unspecified error");
  expect((await bucket.list({ prefix: id })).objects).toHaveLength(1);
  isBroken = false;
  await runFor256Minutes(context, startMs);
  expect((await bucket.list({ prefix: id })).objects).toEqual([]);
});
