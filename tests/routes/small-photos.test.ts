import sharp from "sharp";
import { expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { createJpegWithLocation, createPngChunk } from "#tests/support/hostile-images.ts";
import { parsePage, readAlerts } from "#tests/support/html.ts";

/** Miniflare plays Cloudflare's Images. */
const club = openClub();
const maxFaceBytes = 20_000;
let count = 0;

async function createUploader() {
  const email = `small${++count}@oten.example`;
  const cookie = await signUp(club, email);
  const readProfile = () =>
    club.binding
      .prepare("SELECT id, avatar_url AS key FROM profiles JOIN users USING (id) WHERE email = ?")
      .bind(email)
      .first<{ id: string; key: string }>();
  return {
    readProfile,
    async upload(bytes: Buffer) {
      const body = new FormData();
      body.set("name", "Réka");
      body.set("photo", new File([new Uint8Array(bytes)], "photo.jpg", { type: "image/jpeg" }));
      return club.fetch("/identity", { method: "POST", body, headers: { Cookie: cookie } });
    },
    async fetchPhoto() {
      const { key } = (await readProfile()) ?? { key: "" };
      const response = await club.fetch(`/avatars/${key.split("/")[1]}`, { headers: { Cookie: cookie } });
      const bytes = Buffer.from(await response.arrayBuffer());
      const cached = response.headers.get("Cache-Control");
      return {
        type: response.headers.get("Content-Type"),
        cached,
        bytes,
        ...(await sharp(bytes).metadata()),
      };
    },
  };
}

/** Its upper half is red, its lower half blue. */
const createFlag = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#d01010" } }).composite([
    {
      input: { create: { width, height: Math.floor(height / 2), channels: 3, background: "#1010d0" } },
      gravity: "south",
    },
  ]);

const isRed = ([red = 0, , blue = 0]: ArrayLike<number> & number[]) => red > 150 && blue < 100;

async function readPixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const pixel = await sharp(bytes)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return [...pixel];
}

test.each([
  ["jpeg", 3000, 2000, 320],
  ["png", 500, 1400, 320],
  ["webp", 90, 140, 90],
] as const)(
  "cuts a %s of %d × %d pixels to a square of %d that costs little",
  async (format, width, height, side) => {
    const { upload, fetchPhoto, readProfile } = await createUploader();
    const uploaded = await createFlag(width, height)[format]().toBuffer();
    expect((await upload(uploaded)).headers.get("Location")).toBe("/events");
    const photo = await fetchPhoto();
    expect(photo).toMatchObject({ type: "image/webp", format: "webp", width: side, height: side });
    expect(photo.bytes.length).toBeLessThanOrEqual(maxFaceBytes);
    expect((await readProfile())?.key).toMatch(/\.webp$/);
  },
);

test("makes even noise fit, in fewer pixels", async () => {
  const { upload, fetchPhoto } = await createUploader();
  const noise = await sharp({
    create: {
      width: 700,
      height: 700,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 80 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(noise.length).toBeGreaterThan(10 * maxFaceBytes);
  await upload(noise);
  const photo = await fetchPhoto();
  expect(photo.bytes.length).toBeLessThanOrEqual(maxFaceBytes);
  expect(photo.width).toBeLessThan(320);
});

test.each([1, 3, 6, 8])(
  "turns a photo of orientation %d upright, and drops where it was taken",
  async (orientation) => {
    const { upload, fetchPhoto } = await createUploader();
    const turned = { 1: 0, 3: 180, 6: -90, 8: 90 }[orientation];
    const pixels = await createFlag(400, 400).png().toBuffer();
    const sideways = await sharp(pixels).rotate(turned).jpeg().withMetadata({ orientation }).toBuffer();
    await upload(sideways);
    const { bytes, exif, orientation: left } = await fetchPhoto();
    expect([exif, left]).toEqual([undefined, undefined]);
    expect(isRed(await readPixel(bytes, 160, 40)), "above").toBe(true);
    expect(isRed(await readPixel(bytes, 160, 280)), "below").toBe(false);

    await upload(await createJpegWithLocation(orientation));
    expect((await fetchPhoto()).bytes.includes("Telltale")).toBe(false);
  },
);

/** Whole by its container, but nothing that a decoder can read. */
async function createUndecodable(text = "these are no pixels"): Promise<Buffer> {
  const png = await createFlag(40, 40).png().toBuffer();
  return Buffer.concat([
    png.subarray(0, 33),
    createPngChunk("IDAT", Buffer.from(text)),
    createPngChunk("IEND", Buffer.alloc(0)),
  ]);
}

test("refuses a photo that can't be decoded, and keeps the one before", async () => {
  const { upload, readProfile } = await createUploader();
  await upload(await createFlag(90, 90).png().toBuffer());
  const before = await readProfile();
  const refused = await upload(await createUndecodable());
  expect(refused.status).toBe(400);
  expect(readAlerts(await parsePage(refused)).join()).toContain("We can’t open that picture.");
  expect(await readProfile()).toEqual(before);
  const { objects } = await (await club.worker.getR2Bucket("AVATARS")).list({ prefix: before?.id });
  expect(objects.map(({ key }) => key)).toEqual([before?.key]);
});

test("serves a photo that was stored large at once as it is, and makes it small meanwhile", async () => {
  const { upload, fetchPhoto, readProfile } = await createUploader();
  await upload(await createFlag(300, 300).jpeg().toBuffer());
  const { id, key } = (await readProfile()) ?? { id: "", key: "" };
  const bucket = await club.worker.getR2Bucket("AVATARS");
  const old = `${id}/${crypto.randomUUID()}.png`;
  const large = await sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 20 },
    },
  })
    .png()
    .toBuffer();
  await bucket.put(old, new Uint8Array(large), { httpMetadata: { contentType: "image/png" } });
  await bucket.delete(key);
  await club.binding.prepare("UPDATE profiles SET avatar_url = ? WHERE id = ?").bind(old, id).run();

  const first = await fetchPhoto();
  expect(first).toMatchObject({ type: "image/png", cached: "private, max-age=300" });
  // Vitest compares a long buffer byte by byte, which takes seconds.
  expect(first.bytes.equals(large)).toBe(true);
  await expect.poll(async () => (await fetchPhoto()).bytes.length).toBeLessThanOrEqual(maxFaceBytes);
  const second = await fetchPhoto();
  const cached = "private, max-age=3600";
  expect(second).toMatchObject({ type: "image/webp", cached, width: second.height });
  expect((await bucket.head(old))?.size).toBe(second.bytes.length);
  expect(await fetchPhoto()).toEqual(second);
});

test("tries only once a day with a large photo that can't be made small", async () => {
  const { upload, fetchPhoto, readProfile } = await createUploader();
  const sent = await createUndecodable("no pixels".repeat(9_000));
  await upload(await createFlag(90, 90).png().toBuffer());
  const key = (await readProfile())?.key ?? "";
  const bucket = await club.worker.getR2Bucket("AVATARS");
  await bucket.put(key, new Uint8Array(sent));
  expect(await fetchPhoto()).toMatchObject({ cached: "private, max-age=300" });
  const readTriedAt = async () => Number((await bucket.head(key))?.customMetadata?.triedAt);
  await expect.poll(readTriedAt).toBeGreaterThan(0);
  expect(await fetchPhoto()).toMatchObject({ cached: "private, max-age=3600", bytes: sent });

  const triedAt = String(Date.now() - 25 * 3_600_000);
  await bucket.put(key, new Uint8Array(sent), { customMetadata: { triedAt } });
  expect(await fetchPhoto()).toMatchObject({ cached: "private, max-age=300" });
});
