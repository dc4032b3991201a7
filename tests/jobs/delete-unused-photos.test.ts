import { expect, test } from "vitest";
import { deleteUnusedPhotos } from "#app/jobs/delete-unused-photos.server.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
const minute = 60_000;

test("within four hours and a half every photo that no profile names is gone, and no other", async () => {
  const bucket = await club.worker.getR2Bucket("AVATARS");
  const owner = "c0ffee00-0000-4000-8000-000000000000";
  const kept = `${owner}/now.jpg`;
  for (const key of [kept, `${owner}/former.jpg`, "00000000-0000-4000-8000-000000000000/gone.png"]) {
    await bucket.put(key, "picture");
  }
  await club.binding.batch([
    club.binding
      .prepare("INSERT INTO users VALUES (?, 'o@oten.example', 'O', 'O', 'O', NULL, NULL, 0)")
      .bind(owner),
    club.binding
      .prepare("INSERT INTO profiles (id, first_name, avatar_url) VALUES (?, 'O', ?)")
      .bind(owner, kept),
  ]);
  const context = { db: club.db, env: { AVATARS: bucket } as unknown as Env };
  const sweepAll = async (from: number) => {
    for (let turn = 0; turn < 256; turn++) await deleteUnusedPhotos(context, new Date(from + turn * minute));
  };

  await sweepAll(Date.now() - 300 * minute);
  expect((await bucket.list()).objects).toHaveLength(3);
  await sweepAll(Date.now() + 61 * minute);
  expect((await bucket.list()).objects.map(({ key }) => key)).toEqual([kept]);
});
