import sharp from "sharp";
import { expect, test } from "vitest";
import { type CleanImage, cleanImage } from "#app/images/clean-image.ts";
import {
  createJpegWithLocation,
  createPhoto,
  listImagesWithHiddenData,
  listRefusedUploads,
} from "#tests/support/hostile-images.ts";

const clean = (bytes: Buffer) => cleanImage(bytes) as CleanImage;
const readPixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

test.each(await listRefusedUploads())("refuses %s with an explanation", async (_, __, bytes, message) => {
  expect(cleanImage(bytes)).toBe(message);
});

test.each(await listImagesWithHiddenData())(
  "removes hidden data from %s and changes no pixel",
  async (_, bytes, hiddenText) => {
    const image = clean(bytes);
    expect(Buffer.from(image.bytes).includes(hiddenText)).toBe(false);
    const { exif, xmp, icc, iptc, comments, format, width, height } = await sharp(image.bytes).metadata();
    expect([exif, xmp, icc, iptc, comments]).toEqual(Array(5).fill(undefined));
    expect([width, height]).toEqual([64, 48]);
    expect(image).toMatchObject({ width: 64, height: 48, type: `image/${format}` });
    expect(await readPixels(image.bytes)).toEqual(await readPixels(bytes));
  },
);

test.each([
  ["a progressive JPEG", createPhoto().jpeg({ progressive: true })],
  ["a grayscale JPEG", createPhoto().grayscale().jpeg()],
  ["a CMYK JPEG", createPhoto().toColourspace("cmyk").jpeg()],
  ["a PNG with a palette", createPhoto().png({ palette: true })],
  ["a half-transparent PNG", createPhoto().ensureAlpha(0.5).png()],
  ["a lossless WebP", createPhoto().webp({ lossless: true })],
  ["a half-transparent WebP", createPhoto().ensureAlpha(0.5).webp({ quality: 80 })],
])("keeps the pixels of %s", async (_, image) => {
  const bytes = await image.toBuffer();
  expect(await readPixels(clean(bytes).bytes)).toEqual(await readPixels(bytes));
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])("keeps orientation %i and no other camera data", async (orientation) => {
  const image = clean(await createJpegWithLocation(orientation));
  expect((await sharp(image.bytes).metadata()).orientation).toBe(orientation === 1 ? undefined : orientation);
  expect(Buffer.from(image.bytes).includes("Telltale")).toBe(false);
  expect([image.width, image.height]).toEqual(orientation > 4 ? [48, 64] : [64, 48]);
});

test("never fails on an image that is cut off or has a wrong byte", async () => {
  for (const bytes of [
    await createJpegWithLocation(),
    await createPhoto().png().toBuffer(),
    await createPhoto().webp().toBuffer(),
  ]) {
    for (let at = 0; at < bytes.length; at += 17) {
      cleanImage(bytes.subarray(0, at));
      const corrupted = Buffer.from(bytes);
      corrupted[at] = (corrupted[at] ?? 0) ^ 0xff;
      const image = cleanImage(corrupted);
      if (typeof image !== "string") expect(image.bytes.length).toBeLessThanOrEqual(bytes.length + 36);
    }
  }
});
