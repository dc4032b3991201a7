import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { addTestCity } from "#tests/support/events.ts";
import { createJpegWithLocation } from "#tests/support/hostile-images.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
const folder = mkdtempSync(join(tmpdir(), "oten-photo-"));
afterAll(() => rmSync(folder, { recursive: true }));

const listKeys = async () =>
  (await (await club.worker.getR2Bucket("AVATARS")).list({ prefix: "venue/" })).objects.map(({ key }) => key);

const findPhoto = async () => (await ops.json("venue", "list"))[0]?.photo as string | null;

test("a venue's photo is cut, stored, shown, replaced and removed", async () => {
  await addTestCity(club);
  const file = join(folder, "front.jpg");
  writeFileSync(file, await createJpegWithLocation(6));
  const notAPicture = join(folder, "notes.jpg");
  writeFileSync(notAPicture, "no picture");

  const fields = ["--name", "Kakukk", "--address", "Fő utca 1", "--tables", "2", "--price", "2"];
  const refused = await ops.run("venue", "add", ...fields, "--photo", notAPicture);
  expect([refused.code, refused.err.trim()]).toEqual([
    2,
    `${notAPicture} is not a picture: use a JPEG, PNG or WebP file.`,
  ]);
  expect((await ops.run("venue", "add", ...fields, "--photo", join(folder, "gone.jpg"))).err).toContain(
    "there is no such file",
  );
  const planned = await ops.run("venue", "add", ...fields, "--photo", file, "--dry-run");
  expect([planned.code, await listKeys()]).toEqual([0, []]);

  expect((await ops.spawn("venue", "add", ...fields, "--photo", file)).code).toBe(0);
  const photo = await findPhoto();
  expect(await listKeys()).toEqual([photo]);
  const address = `/venue-photos/${photo?.split("/")[1]}`;
  const shown = await club.fetch(address);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  const bytes = Buffer.from(await shown.arrayBuffer());
  const { width, height, exif } = await sharp(bytes).metadata();
  expect([width, height, exif]).toEqual([960, 480, undefined]);

  await ops.json("venue", "edit", "Kakukk", "--photo", file);
  const replaced = await findPhoto();
  expect(replaced).not.toBe(photo);
  expect(await listKeys()).toEqual([replaced]);
  expect((await club.fetch(address)).status).toBe(404);

  expect((await ops.spawn("venue", "edit", "Kakukk", "--no-photo")).code).toBe(0);
  expect([await findPhoto(), await listKeys()]).toEqual([null, []]);
  await ops.json("venue", "edit", "Kakukk", "--photo", file);
  await ops.json("venue", "remove", "Kakukk", "--yes");
  expect(await listKeys()).toEqual([]);
});

test.each(["../users/1.webp", "x.webp", "00000000-0000-0000-0000-000000000000.webp", "%00.webp"])(
  "answers /venue-photos/%s with 404",
  async (file) => {
    expect((await club.fetch(`/venue-photos/${file}`)).status).toBe(404);
  },
);
