import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { crc32 } from "#app/images/crc32.ts";

const script = "<script>alert(document.domain)</script>";

/** Noise, so that nothing of it is compressed away. */
const noise = (width: number, height: number) => {
  let seed = 7;
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed >> 16;
    }),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

const place = {
  IFD0: { Make: "Telltale", Copyright: "Somebody" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "47/1 29/1 0/1" },
};

export const photo = () => noise(64, 48);

export const jpegWithPlace = (orientation = 1) =>
  photo().withExif(place).withMetadata({ orientation, exif: place }).jpeg({ quality: 90 }).toBuffer();

/** A chunk of a PNG, with its right checksum. */
export function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}

/** A PNG of a few hundred bytes that says it is as large as a house. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", head),
    pngChunk("IDAT", deflateSync(Buffer.alloc(100_000))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export const refusedType = "Please choose a JPEG, PNG or WebP picture.";

/** What is no picture of ours, whatever it is called: its name, its type as the browser tells it, its bytes, the answer. */
export async function refusedUploads(): Promise<[string, string, Buffer, string][]> {
  const jpeg = await photo().jpeg().toBuffer();
  const png = await photo().png().toBuffer();
  const webp = await photo().webp().toBuffer();
  const moving = await sharp(
    await Promise.all([photo().png().toBuffer(), photo().negate().png().toBuffer()]),
    { join: { animated: true } },
  )
    .webp({ loop: 0 })
    .toBuffer();
  const badSum = Buffer.from(png);
  badSum.writeUInt8((badSum[40] ?? 0) ^ 1, 40);
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
    ["face.gif", "image/gif", await photo().gif().toBuffer(), refusedType],
    ["face.avif", "image/avif", await photo().avif().toBuffer(), refusedType],
    ["moving.webp", "image/webp", moving, refusedType],
    ["script before.jpg", "image/jpeg", Buffer.concat([Buffer.from(script), jpeg]), refusedType],
    ["cut.jpg", "image/jpeg", jpeg.subarray(0, jpeg.length - 40), refusedType],
    ["cut.png", "image/png", png.subarray(0, png.length - 40), refusedType],
    ["cut.webp", "image/webp", webp.subarray(0, webp.length - 40), refusedType],
    ["head only.jpg", "image/jpeg", jpeg.subarray(0, 3), refusedType],
    ["wrong sum.png", "image/png", badSum, refusedType],
    ["bomb.png", "image/png", bomb(50_000, 50_000), "Please choose a picture of at most 40 megapixels."],
    ["nothing wide.png", "image/png", bomb(0, 10), refusedType],
    [
      "heavy.jpg",
      "image/jpeg",
      Buffer.concat([jpeg, Buffer.alloc(6 * 1_048_576)]),
      "Please choose a picture of at most 5 MB.",
    ],
  ];
}

/** Pictures with something in them that must not be kept: their name, their bytes, the word that gives it away. */
export async function laundered(): Promise<[string, Buffer, string][]> {
  const jpeg = await photo().jpeg().toBuffer();
  const png = await photo().png().toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)]);
  return [
    ["place.jpg", await jpegWithPlace(), "Telltale"],
    ["place.webp", await photo().withMetadata({ exif: place }).webp().toBuffer(), "Telltale"],
    ["place.png", await photo().withMetadata({ exif: place }).png().toBuffer(), "Telltale"],
    ["comment.jpg", Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]), script],
    ["polyglot.jpg", Buffer.concat([jpeg, Buffer.from(`<html>${script}`)]), script],
    ["polyglot.png", Buffer.concat([png, Buffer.from(`<html>${script}`)]), script],
    [
      "text.png",
      Buffer.concat([
        png.subarray(0, 33),
        pngChunk("tEXt", Buffer.from(`Comment\0${script}`)),
        png.subarray(33),
      ]),
      script,
    ],
    ["polyglot.webp", Buffer.concat([await photo().webp().toBuffer(), Buffer.from(script)]), script],
    ["not what it is called.html", png, "<html"],
  ];
}
