import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { runJob } from "#tests/support/jobs.ts";

const club = openClub();
const minuteMs = 60_000;

test("deletes every photo that no profile names within 256 minutes, once it is an hour old", async () => {
  const bucket = await club.worker.getR2Bucket("AVATARS");
  const ownerId = "c0ffee00-0000-4000-8000-000000000000";
  const currentPhoto = `${ownerId}/now.jpg`;
  const unusedPhotos = [`${ownerId}/former.jpg`, "00000000-0000-4000-8000-000000000000/gone.png"];
  for (const key of [currentPhoto, ...unusedPhotos]) await bucket.put(key, "picture");
  await club.binding.batch([
    club.binding
      .prepare(
        "INSERT INTO users (id, email, first_name, last_name, user_name, created_at) VALUES (?, 'o@oten.example', 'O', 'O', 'O', 0)",
      )
      .bind(ownerId),
    club.binding
      .prepare("INSERT INTO profiles (id, first_name, avatar_url) VALUES (?, 'O', ?)")
      .bind(ownerId, currentPhoto),
  ]);
  const context = { db: club.db, env: { AVATARS: bucket } as unknown as Env };
  const runFor256Minutes = async (startMs: number) => {
    for (let minute = 0; minute < 256; minute++)
      await runJob("deleteUnusedPhotos", context, new Date(startMs + minute * minuteMs));
  };

  await runFor256Minutes(Date.now() - 300 * minuteMs);
  expect((await bucket.list()).objects).toHaveLength(3);
  await runFor256Minutes(Date.now() + 61 * minuteMs);
  expect((await bucket.list()).objects.map(({ key }) => key)).toEqual([currentPhoto]);
});
