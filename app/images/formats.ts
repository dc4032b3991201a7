import { concatBytes, readAscii, readBig16, readBytes, readLittle16 } from "./bytes.ts";
import type { SizedImage } from "./sized-image.ts";

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

/** Application data (0xe0 to 0xef) and comments (0xfe). */
const isMetadata = (kind: number) => (kind >= 0xe0 && kind <= 0xef) || kind === 0xfe;

/** Inside a scan 0xff is followed by 0x00, 0xff or a restart marker; any other marker ends it. */
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

/** What `cleanJpeg` returned, for a decoder that is told how to turn it. */
export const removeOrientation = ({ bytes, orientation = 1 }: SizedImage) =>
  orientation > 1
    ? concatBytes([bytes.subarray(0, 2), bytes.subarray(2 + createOrientationSegment(1).length)])
    : bytes;

/** An Exif segment with the orientation alone. */
function createOrientationSegment(orientation: number): Uint8Array {
  return new Uint8Array([
    ...[0xff, marker.exif, 0, 34],
    ...[0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ]);
}
