import { imageRefusals } from "./image-errors.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";
import type { CleanPicture } from "./sized-image.ts";
import { cleanWebp } from "./webp.ts";

export interface CleanImage extends CleanPicture {
  type: ImageType;
  extension: string;
}

/** The only types ever stored, and the only ones ever served. */
const formats = [
  { type: "image/jpeg", extension: "jpg", clean: cleanJpeg },
  { type: "image/png", extension: "png", clean: cleanPng },
  { type: "image/webp", extension: "webp", clean: cleanWebp },
] as const;

export type ImageType = (typeof formats)[number]["type"];

export const imageTypes: string[] = formats.map(({ type }) => type);

export const typeOf = (extension: string): ImageType | undefined =>
  formats.find((format) => format.extension === extension)?.type;

const megabyte = 1_048_576;
export const mostBytes = 5 * megabyte;
const mostPixels = 40_000_000;

/**
 * The picture itself, told by its bytes and never by its name: no place, no camera, no comments, nothing after its
 * end. Or a sentence on why it can't be taken.
 */
export function cleanImage(bytes: Uint8Array): CleanImage | string {
  if (bytes.length > mostBytes) return imageRefusals.size;
  for (const { type, extension, clean } of formats) {
    const picture = clean(bytes);
    if (!picture) continue;
    if (picture.width * picture.height > mostPixels) return imageRefusals.pixels;
    return { type, extension, ...picture };
  }
  return imageRefusals.type;
}
