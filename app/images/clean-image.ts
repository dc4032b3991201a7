import { cleanJpeg, cleanPng, cleanWebp, type SizedImage } from "./formats.ts";
import { imageErrors } from "./image-errors.ts";

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
