import sharp from "sharp";
import { expect, test } from "vitest";
import { type CleanImage, cleanImage } from "#app/images/clean-image.ts";
import {
  createJpegWithLocation,
  createPhoto,
  listImagesWithHiddenData,
  listRefusedUploads,
} from "#tests/support/hostile-images.ts";

const cleaned = (bytes: Buffer) => cleanImage(bytes) as CleanImage;
const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

test.each(await listRefusedUploads())("%s is refused in a sentence", async (_, __, bytes, sentence) => {
  expect(cleanImage(bytes)).toBe(sentence);
});

test.each(await listImagesWithHiddenData())(
  "%s loses what was hidden in it, and no pixel",
  async (_, bytes, telltale) => {
    const image = cleaned(bytes);
    expect(Buffer.from(image.bytes).includes(telltale)).toBe(false);
    const { exif, xmp, icc, iptc, comments, format, width, height } = await sharp(image.bytes).metadata();
    expect([exif, xmp, icc, iptc, comments]).toEqual(Array(5).fill(undefined));
    expect([width, height]).toEqual([64, 48]);
    expect(image).toMatchObject({ width: 64, height: 48, type: `image/${format}` });
    expect(await pixels(image.bytes)).toEqual(await pixels(bytes));
  },
);

test.each([
  ["a progressive JPEG", createPhoto().jpeg({ progressive: true })],
  ["a grey JPEG", createPhoto().grayscale().jpeg()],
  ["a JPEG for print", createPhoto().toColourspace("cmyk").jpeg()],
  ["a PNG with a palette", createPhoto().png({ palette: true })],
  ["a PNG that is half there", createPhoto().ensureAlpha(0.5).png()],
  ["a WebP without loss", createPhoto().webp({ lossless: true })],
  ["a WebP that is half there", createPhoto().ensureAlpha(0.5).webp({ quality: 80 })],
])("%s is drawn as before", async (_, picture) => {
  const bytes = await picture.toBuffer();
  expect(await pixels(cleaned(bytes).bytes)).toEqual(await pixels(bytes));
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "a photo keeps which way is up (%i), and nothing else of its camera",
  async (turn) => {
    const image = cleaned(await createJpegWithLocation(turn));
    expect((await sharp(image.bytes).metadata()).orientation).toBe(turn === 1 ? undefined : turn);
    expect(Buffer.from(image.bytes).includes("Telltale")).toBe(false);
    expect([image.width, image.height]).toEqual(turn > 4 ? [48, 64] : [64, 48]);
  },
);

test("cut anywhere, or with any byte wrong, a picture is refused or still a picture", async () => {
  for (const bytes of [
    await createJpegWithLocation(),
    await createPhoto().png().toBuffer(),
    await createPhoto().webp().toBuffer(),
  ]) {
    for (let at = 0; at < bytes.length; at += 17) {
      cleanImage(bytes.subarray(0, at));
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] ?? 0) ^ 0xff;
      const image = cleanImage(wrong);
      if (typeof image !== "string") expect(image.bytes.length).toBeLessThanOrEqual(bytes.length + 36);
    }
  }
});
