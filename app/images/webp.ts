import { concatBytes, readAscii, readBytes, readLittle16, readLittle24, readLittle32 } from "./bytes.ts";
import type { SizedImage } from "./sized-image.ts";

const alphaFlag = 0x10;
const animationFlag = 0x02;

/** Writes a new container around the image and its transparency. */
export function cleanWebp(bytes: Uint8Array): SizedImage | undefined {
  if (readAscii(bytes, 0, 4) !== "RIFF" || readAscii(bytes, 8, 4) !== "WEBP") return undefined;
  const end = 8 + readLittle32(bytes, 4);
  if (end > bytes.length) return undefined;
  let canvas: Uint8Array | undefined;
  let alpha: Uint8Array | undefined;

  for (let at = 12; at + 8 <= end; ) {
    const kind = readAscii(bytes, at, 4);
    const length = readLittle32(bytes, at + 4);
    const chunk = readBytes(bytes.subarray(0, end), at, 8 + length + (length & 1));
    if (!chunk) return undefined;
    at += chunk.length;
    if (kind === "VP8X") {
      if (canvas || length !== 10 || (chunk[8] ?? 0) & animationFlag) return undefined;
      canvas = chunk;
    } else if (kind === "ALPH") alpha = chunk;
    else if (kind === "VP8 " || kind === "VP8L") {
      const size = kind === "VP8 " ? readLossySize(chunk) : readLosslessSize(chunk);
      return size && { ...size, bytes: writeContainer(canvas, kind === "VP8 " ? alpha : undefined, chunk) };
    }
  }
  return undefined;
}

/** A key frame starts with three fixed bytes; its size follows them. */
function readLossySize(chunk: Uint8Array) {
  if ((chunk[8] ?? 1) & 1 || readLittle24(chunk, 11) !== 0x2a019d) return undefined;
  return nonEmpty({ width: readLittle16(chunk, 14) & 0x3fff, height: readLittle16(chunk, 16) & 0x3fff });
}

function readLosslessSize(chunk: Uint8Array) {
  if (chunk[8] !== 0x2f) return undefined;
  const bits = readLittle32(chunk, 9);
  return nonEmpty({ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 });
}

const nonEmpty = (size: { width: number; height: number }) => (size.width && size.height ? size : undefined);

function writeContainer(
  canvas: Uint8Array | undefined,
  alpha: Uint8Array | undefined,
  image: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const chunks = canvas && alpha ? [clearCanvasFlags(canvas), alpha, image] : [image];
  const header = new Uint8Array([...[0x52, 0x49, 0x46, 0x46], 0, 0, 0, 0, ...[0x57, 0x45, 0x42, 0x50]]);
  const webp = concatBytes([header, ...chunks]);
  new DataView(webp.buffer).setUint32(4, webp.length - 8, true);
  return webp;
}

/** Keeps only the transparency flag, because all other chunks are gone. */
function clearCanvasFlags(canvas: Uint8Array): Uint8Array {
  const cleared = canvas.slice();
  cleared.set([alphaFlag, 0, 0, 0], 8);
  return cleared;
}
