import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const script = "<script>alert(document.domain)</script>";

/** Noise does not compress, so a comparison sees every pixel. */
export const createNoise = (width: number, height: number) => {
  let seed = 7;
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed >> 16;
    }),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

const locationExif = {
  IFD0: { Make: "Telltale", Copyright: "Somebody" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "47/1 29/1 0/1" },
};

export const createPhoto = () => createNoise(64, 48);

export const createJpegWithLocation = (orientation = 1) =>
  createPhoto()
    .withExif(locationExif)
    .withMetadata({ orientation, exif: locationExif })
    .jpeg({ quality: 90 })
    .toBuffer();

export function createPngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}

/** A few hundred bytes that claim to be a huge PNG. */
function createDecompressionBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createPngChunk("IHDR", header),
    createPngChunk("IDAT", deflateSync(Buffer.alloc(100_000))),
    createPngChunk("IEND", Buffer.alloc(0)),
  ]);
}

const refusedType = "Choose a JPEG, PNG or WebP picture.";

/** Each with its file name, claimed type, bytes and the expected message. */
export async function listRefusedUploads(): Promise<[string, string, Buffer, string][]> {
  const jpeg = await createPhoto().jpeg().toBuffer();
  const png = await createPhoto().png().toBuffer();
  const webp = await createPhoto().webp().toBuffer();
  const animated = await sharp(
    await Promise.all([createPhoto().png().toBuffer(), createPhoto().negate().png().toBuffer()]),
    { join: { animated: true } },
  )
    .webp({ loop: 0 })
    .toBuffer();
  const badChecksum = Buffer.from(png);
  badChecksum.writeUInt8((badChecksum[40] ?? 0) ^ 1, 40);
  return [
    [
      "face.svg",
      "image/svg+xml",
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      refusedType,
    ],
    [
      "face.jpg",
      "image/jpeg",
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      refusedType,
    ],
    ["face.png", "image/png", Buffer.from(`<!doctype html>${script}`), refusedType],
    ["face.gif", "image/gif", await createPhoto().gif().toBuffer(), refusedType],
    ["face.avif", "image/avif", await createPhoto().avif().toBuffer(), refusedType],
    ["animated.webp", "image/webp", animated, refusedType],
    ["script before jpeg.jpg", "image/jpeg", Buffer.concat([Buffer.from(script), jpeg]), refusedType],
    ["cut.jpg", "image/jpeg", jpeg.subarray(0, jpeg.length - 40), refusedType],
    ["cut.png", "image/png", png.subarray(0, png.length - 40), refusedType],
    ["cut.webp", "image/webp", webp.subarray(0, webp.length - 40), refusedType],
    ["header only.jpg", "image/jpeg", jpeg.subarray(0, 3), refusedType],
    ["wrong checksum.png", "image/png", badChecksum, refusedType],
    [
      "bomb.png",
      "image/png",
      createDecompressionBomb(50_000, 50_000),
      "That picture is too big. Choose one of at most 40 megapixels.",
    ],
    ["zero width.png", "image/png", createDecompressionBomb(0, 10), refusedType],
    [
      "too many bytes.jpg",
      "image/jpeg",
      Buffer.concat([jpeg, Buffer.alloc(5 * 1_048_576 + 1)]),
      "That picture is too big. Choose one of at most 5 MB.",
    ],
  ];
}

/** Each with its file name, bytes and the text that must not survive. */
export async function listImagesWithHiddenData(): Promise<[string, Buffer, string][]> {
  const jpeg = await createPhoto().jpeg().toBuffer();
  const png = await createPhoto().png().toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)]);
  return [
    ["location.jpg", await createJpegWithLocation(), "Telltale"],
    ["location.webp", await createPhoto().withMetadata({ exif: locationExif }).webp().toBuffer(), "Telltale"],
    ["location.png", await createPhoto().withMetadata({ exif: locationExif }).png().toBuffer(), "Telltale"],
    ["comment.jpg", Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]), script],
    ["polyglot.jpg", Buffer.concat([jpeg, Buffer.from(`<html>${script}`)]), script],
    ["polyglot.png", Buffer.concat([png, Buffer.from(`<html>${script}`)]), script],
    [
      "text.png",
      Buffer.concat([
        png.subarray(0, 33),
        createPngChunk("tEXt", Buffer.from(`Comment\0${script}`)),
        png.subarray(33),
      ]),
      script,
    ],
    ["polyglot.webp", Buffer.concat([await createPhoto().webp().toBuffer(), Buffer.from(script)]), script],
    ["png named.html", png, "<html"],
  ];
}
