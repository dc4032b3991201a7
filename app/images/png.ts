import { ascii, big32, join, take } from "./bytes.ts";
import { crc32 } from "./crc32.ts";
import type { CleanPicture } from "./sized-image.ts";

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** What draws the picture; texts, dates, places, profiles and moving frames are not among it. */
const drawn = ["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"];

export function cleanPng(bytes: Uint8Array): CleanPicture | undefined {
  if (!signature.every((byte, i) => bytes[i] === byte)) return undefined;
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  let size: { width: number; height: number } | undefined;
  let hasData = false;
  let at = 8;

  while (at < bytes.length) {
    const length = big32(bytes, at);
    const chunk = take(bytes, at, 12 + length);
    if (!chunk || big32(chunk, 8 + length) !== crc32(chunk.subarray(4, 8 + length))) return undefined;
    const kind = ascii(chunk, 4, 4);
    if (!size) {
      if (kind !== "IHDR" || length !== 13) return undefined;
      size = { width: big32(chunk, 8), height: big32(chunk, 12) };
      if (size.width === 0 || size.height === 0) return undefined;
    } else if (kind === "IHDR") return undefined;
    if (kind === "IDAT") hasData = true;
    if (drawn.includes(kind)) kept.push(chunk);
    if (kind === "IEND") return hasData ? { ...size, bytes: join(kept) } : undefined;
    at += chunk.length;
  }
  return undefined;
}
