import { imageErrors } from "#app/lib/error-messages.ts";
import { TimeoutError, withTimeout } from "#app/lib/timing.ts";
import { describeError, log } from "#app/log.ts";
import { cleanJpeg, cleanPng, cleanWebp, removeOrientation, type SizedImage } from "./formats.ts";

export interface CleanImage extends SizedImage {
  type: ImageType;
  extension: string;
}

/** No other type is stored or served. */
const formats = [
  { type: "image/jpeg", extension: "jpg", clean: cleanJpeg },
  { type: "image/png", extension: "png", clean: cleanPng },
  { type: "image/webp", extension: "webp", clean: cleanWebp },
] as const;

type ImageType = (typeof formats)[number]["type"];

export const imageTypes: string[] = formats.map(({ type }) => type);

export const typeOfExtension = (extension: string): ImageType | undefined =>
  formats.find((format) => format.extension === extension)?.type;

const megabyte = 1_048_576;
const maxImageBytes = 5 * megabyte;
const maxImagePixels = 40_000_000;

/** Returns the image without its metadata, or an error message. The bytes decide its type, never its name. */
export function cleanImage(bytes: Uint8Array): CleanImage | string {
  if (bytes.length > maxImageBytes) return imageErrors.size;
  for (const { type, extension, clean } of formats) {
    const image = clean(bytes);
    if (!image) continue;
    if (image.width * image.height > maxImagePixels) return imageErrors.pixels;
    return { type, extension, ...image };
  }
  return imageErrors.type;
}

/** The most bytes that a face may add to a page. */
export const maxFaceBytes = 20_000;

/** The first is twice the width of the widest face on a page; noisy photos need the others. */
const sideLengths = [320, 224, 160, 112];

const timeoutMs = 8_000;

/** Indexed by Exif's orientation. A mirrored photo is only turned, because a face looks right either way. */
const degrees = [0, 0, 0, 180, 180, 90, 90, 270, 270] as const;

/** Decodes a photo and cuts a small square from its middle; undefined if that fails. Throws if the service does not answer. */
export async function shrinkImage(images: ImagesBinding, image: CleanImage): Promise<CleanImage | undefined> {
  try {
    return await withTimeout(timeoutMs, findSmallSquare(images, image));
  } catch (error) {
    if (error instanceof TimeoutError) throw error;
    log("warning", "photo not made smaller", { error: describeError(error) });
    return undefined;
  }
}

async function findSmallSquare(images: ImagesBinding, image: CleanImage): Promise<CleanImage> {
  let square = image;
  for (const sideLength of sideLengths) {
    square = await cutSquare(images, image, Math.min(sideLength, image.width, image.height));
    if (square.bytes.length <= maxFaceBytes) break;
  }
  return square;
}

async function cutSquare(images: ImagesBinding, image: CleanImage, sideLength: number): Promise<CleanImage> {
  const rotate = degrees[image.orientation ?? 1] || undefined;
  const result = await images
    .input(new Blob([removeOrientation(image)]).stream())
    .transform({ ...(rotate && { rotate }), width: sideLength, height: sideLength, fit: "cover" })
    .output({ format: "image/webp", quality: 75 });
  const square = cleanImage(new Uint8Array(await result.response().arrayBuffer()));
  if (typeof square === "string" || square.width !== sideLength || square.height !== sideLength)
    throw new Error(`Not a picture of ${sideLength} × ${sideLength} pixels`);
  return square;
}
