import { crc32 } from "node:zlib";
import { concatBytes, readAscii, readBig32, readBytes } from "./bytes.ts";
import type { SizedImage } from "./sized-image.ts";

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Left out: text, dates, locations, color profiles and animation frames. */
const keptChunks = ["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"];

export function cleanPng(bytes: Uint8Array): SizedImage | undefined {
  if (!signature.every((byte, i) => bytes[i] === byte)) return undefined;
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  let size: { width: number; height: number } | undefined;
  let hasData = false;
  let at = 8;

  while (at < bytes.length) {
    const length = readBig32(bytes, at);
    const chunk = readBytes(bytes, at, 12 + length);
    if (!chunk || readBig32(chunk, 8 + length) !== crc32(chunk.subarray(4, 8 + length))) return undefined;
    const kind = readAscii(chunk, 4, 4);
    if (!size) {
      if (kind !== "IHDR" || length !== 13) return undefined;
      size = { width: readBig32(chunk, 8), height: readBig32(chunk, 12) };
      if (size.width === 0 || size.height === 0) return undefined;
    } else if (kind === "IHDR") return undefined;
    if (kind === "IDAT") hasData = true;
    if (keptChunks.includes(kind)) kept.push(chunk);
    if (kind === "IEND") return hasData ? { ...size, bytes: concatBytes(kept) } : undefined;
    at += chunk.length;
  }
  return undefined;
}
