import { TimeoutError, withTimeout } from "#app/lib/timing.ts";
import { describeError, log } from "#app/log.ts";
import { type CleanImage, cleanImage } from "./clean-image.ts";
import { removeOrientation } from "./formats.ts";

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
