import { ascii, join, little16, little24, little32, take } from "./bytes.ts";
import type { CleanPicture } from "./sized-image.ts";

const alphaFlag = 0x10;
const movingFlag = 0x02;

/** Keeps the still picture and its transparency; the container is written anew around them. */
export function cleanWebp(bytes: Uint8Array): CleanPicture | undefined {
  if (ascii(bytes, 0, 4) !== "RIFF" || ascii(bytes, 8, 4) !== "WEBP") return undefined;
  const end = 8 + little32(bytes, 4);
  if (end > bytes.length) return undefined;
  let canvas: Uint8Array | undefined;
  let alpha: Uint8Array | undefined;

  for (let at = 12; at + 8 <= end; ) {
    const kind = ascii(bytes, at, 4);
    const length = little32(bytes, at + 4);
    const chunk = take(bytes.subarray(0, end), at, 8 + length + (length & 1));
    if (!chunk) return undefined;
    at += chunk.length;
    if (kind === "VP8X") {
      if (canvas || length !== 10 || (chunk[8] ?? 0) & movingFlag) return undefined;
      canvas = chunk;
    } else if (kind === "ALPH") alpha = chunk;
    else if (kind === "VP8 " || kind === "VP8L") {
      const size = kind === "VP8 " ? lossySize(chunk) : losslessSize(chunk);
      return size && { ...size, bytes: container(canvas, kind === "VP8 " ? alpha : undefined, chunk) };
    }
  }
  return undefined;
}

/** A key frame says how large it is after its three magic bytes. */
function lossySize(chunk: Uint8Array) {
  if ((chunk[8] ?? 1) & 1 || little24(chunk, 11) !== 0x2a019d) return undefined;
  return positive({ width: little16(chunk, 14) & 0x3fff, height: little16(chunk, 16) & 0x3fff });
}

function losslessSize(chunk: Uint8Array) {
  if (chunk[8] !== 0x2f) return undefined;
  const bits = little32(chunk, 9);
  return positive({ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 });
}

const positive = (size: { width: number; height: number }) => (size.width && size.height ? size : undefined);

function container(
  canvas: Uint8Array | undefined,
  alpha: Uint8Array | undefined,
  picture: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const chunks = canvas && alpha ? [plainCanvas(canvas), alpha, picture] : [picture];
  const head = new Uint8Array([...[0x52, 0x49, 0x46, 0x46], 0, 0, 0, 0, ...[0x57, 0x45, 0x42, 0x50]]);
  const whole = join([head, ...chunks]);
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
  return whole;
}

/** The canvas with every flag down but the one for transparency: what it announced besides is gone. */
function plainCanvas(canvas: Uint8Array): Uint8Array {
  const plain = canvas.slice();
  plain.set([alphaFlag, 0, 0, 0], 8);
  return plain;
}
