import { crc32 } from "node:zlib";

export interface SizedImage {
  width: number;
  height: number;
  /** Exif's number: 1 is upright, 2 to 8 are turned or mirrored. */
  orientation?: number;
  bytes: Uint8Array<ArrayBuffer>;
}

const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  exif: 0xe1,
  adobe: 0xee,
  frames: [0xc0, 0xc1, 0xc2],
  /** Huffman and quantization tables, restart interval. */
  tables: [0xc4, 0xdb, 0xdd],
};

/** An image with more segments is an attack on the decoder. */
const maxSegments = 1_000;

const orientationTag = 0x0112;

/** Keeps frames, tables, scans, the orientation and the Adobe color marker. */
export function cleanJpeg(bytes: Uint8Array): SizedImage | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== marker.start) return undefined;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let frame: { width: number; height: number } | undefined;
  let orientation = 1;
  let hasScan = false;
  let at = 2;

  for (let segments = 0; segments < maxSegments; segments++) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    if (bytes[at] !== 0xff) return undefined;
    const kind = bytes[at + 1] ?? 0;
    if (kind === marker.end) {
      if (!frame || !hasScan) return undefined;
      if (orientation > 1) kept.splice(1, 0, createOrientationSegment(orientation));
      return {
        ...applyOrientation(frame, orientation),
        orientation,
        bytes: concatBytes([...kept, bytes.subarray(at, at + 2)]),
      };
    }
    const length = readBig16(bytes, at + 2);
    const segment = readBytes(bytes, at, 2 + length);
    if (length < 2 || !segment) return undefined;
    const after = at + segment.length;

    if (marker.frames.includes(kind)) {
      if (frame || segment.length < 10) return undefined;
      frame = { height: readBig16(segment, 5), width: readBig16(segment, 7) };
      if (frame.width === 0 || frame.height === 0) return undefined;
      kept.push(segment);
    } else if (kind === marker.scan) {
      if (!frame) return undefined;
      const end = findScanEnd(bytes, after);
      kept.push(bytes.subarray(at, end));
      hasScan = true;
      at = end;
      continue;
    } else if (marker.tables.includes(kind)) kept.push(segment);
    else if (kind === marker.adobe && readAscii(segment, 4, 5) === "Adobe" && segment.length === 16)
      kept.push(segment);
    else if (kind === marker.exif) orientation = readOrientation(segment) ?? orientation;
    else if (!isMetadata(kind)) return undefined;
    at = after;
  }
  return undefined;
}

/** Matches application data (0xe0 to 0xef) and comments (0xfe). */
const isMetadata = (kind: number) => (kind >= 0xe0 && kind <= 0xef) || kind === 0xfe;

/** Inside a scan, 0xff is followed by 0x00, 0xff or a restart marker; any other marker ends it. */
function findScanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0xff;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

const applyOrientation = ({ width, height }: { width: number; height: number }, orientation: number) =>
  orientation > 4 ? { width: height, height: width } : { width, height };

function readOrientation(segment: Uint8Array): number | undefined {
  if (readAscii(segment, 4, 6) !== "Exif\0\0") return undefined;
  const tiff = segment.subarray(10);
  const byteOrder = readAscii(tiff, 0, 2);
  if (byteOrder !== "II" && byteOrder !== "MM") return undefined;
  const read16 = byteOrder === "II" ? readLittle16 : readBig16;
  const directory = read16(tiff, byteOrder === "II" ? 4 : 6);
  const entries = Math.min(read16(tiff, directory), 200);
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + 12 * i;
    if (read16(tiff, entry) !== orientationTag) continue;
    const orientation = read16(tiff, entry + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : undefined;
  }
  return undefined;
}

/** Returns the bytes of `cleanJpeg` for a decoder that is told how to turn the image. */
export const removeOrientation = ({ bytes, orientation = 1 }: SizedImage) =>
  orientation > 1
    ? concatBytes([bytes.subarray(0, 2), bytes.subarray(2 + createOrientationSegment(1).length)])
    : bytes;

/** Creates an Exif segment with only the orientation. */
function createOrientationSegment(orientation: number): Uint8Array {
  return new Uint8Array([
    ...[0xff, marker.exif, 0, 34],
    ...[0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ]);
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Text, dates, locations, color profiles and animation frames are left out. */
const allowedChunks = ["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"];

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
    if (allowedChunks.includes(kind)) kept.push(chunk);
    if (kind === "IEND") return hasData ? { ...size, bytes: concatBytes(kept) } : undefined;
    at += chunk.length;
  }
  return undefined;
}

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

/** Undefined if fewer bytes are left. */
function readBytes(bytes: Uint8Array, at: number, length: number): Uint8Array | undefined {
  return at + length <= bytes.length ? bytes.subarray(at, at + length) : undefined;
}

const readBig16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

const readBig32 = (bytes: Uint8Array, at: number): number =>
  readBig16(bytes, at) * 0x10000 + readBig16(bytes, at + 2);

const readLittle16 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);

const readLittle24 = (bytes: Uint8Array, at: number): number =>
  readLittle16(bytes, at) | ((bytes[at + 2] ?? 0) << 16);

const readLittle32 = (bytes: Uint8Array, at: number): number =>
  readLittle16(bytes, at) + readLittle16(bytes, at + 2) * 0x10000;

const readAscii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

function concatBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
