import { ascii, big16, join, little16, take } from "./bytes.ts";
import type { CleanPicture } from "./sized-image.ts";

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

/** A picture drawn in more passes than this is drawn to keep a decoder busy. */
const mostSegments = 1_000;

/** Keeps frames, tables and scans; of everything else only which way is up and how colours are meant. */
export function cleanJpeg(bytes: Uint8Array): CleanPicture | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== marker.start) return undefined;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let frame: { width: number; height: number } | undefined;
  let turn = 1;
  let hasScan = false;
  let at = 2;

  for (let segments = 0; segments < mostSegments; segments++) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    if (bytes[at] !== 0xff) return undefined;
    const kind = bytes[at + 1] ?? 0;
    if (kind === marker.end) {
      if (!frame || !hasScan) return undefined;
      if (turn > 1) kept.splice(1, 0, uprightNote(turn));
      return { ...asSeen(frame, turn), bytes: join([...kept, bytes.subarray(at, at + 2)]) };
    }
    const length = big16(bytes, at + 2);
    const segment = take(bytes, at, 2 + length);
    if (length < 2 || !segment) return undefined;
    const after = at + segment.length;

    if (marker.frames.includes(kind)) {
      if (frame || segment.length < 10) return undefined;
      frame = { height: big16(segment, 5), width: big16(segment, 7) };
      if (frame.width === 0 || frame.height === 0) return undefined;
      kept.push(segment);
    } else if (kind === marker.scan) {
      if (!frame) return undefined;
      const end = endOfScan(bytes, after);
      kept.push(bytes.subarray(at, end));
      hasScan = true;
      at = end;
      continue;
    } else if (marker.tables.includes(kind)) kept.push(segment);
    else if (kind === marker.adobe && ascii(segment, 4, 5) === "Adobe" && segment.length === 16)
      kept.push(segment);
    else if (kind === marker.exif) turn = orientationOf(segment) ?? turn;
    else if (!isDispensable(kind)) return undefined;
    at = after;
  }
  return undefined;
}

/** Application data and comments. */
const isDispensable = (kind: number) => (kind >= 0xe0 && kind <= 0xef) || kind === 0xfe;

/** Within a scan 0xff is followed by a zero or a restart; anything else begins the next segment. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0xff;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

const asSeen = ({ width, height }: { width: number; height: number }, turn: number) =>
  turn > 4 ? { width: height, height: width } : { width, height };

/** Which way is up: the one line of Exif that draws the picture. */
function orientationOf(segment: Uint8Array): number | undefined {
  if (ascii(segment, 4, 6) !== "Exif\0\0") return undefined;
  const tiff = segment.subarray(10);
  const order = ascii(tiff, 0, 2);
  if (order !== "II" && order !== "MM") return undefined;
  const read16 = order === "II" ? little16 : big16;
  const table = read16(tiff, order === "II" ? 4 : 6);
  const entries = Math.min(read16(tiff, table), 200);
  for (let i = 0; i < entries; i++) {
    const entry = table + 2 + 12 * i;
    if (read16(tiff, entry) !== 0x0112) continue;
    const turn = read16(tiff, entry + 8);
    return turn >= 1 && turn <= 8 ? turn : undefined;
  }
  return undefined;
}

/** An Exif segment that says which way is up and nothing else. */
function uprightNote(turn: number): Uint8Array {
  return new Uint8Array([
    ...[0xff, marker.exif, 0, 34],
    ...[0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0],
    ...[0, 0, 0, 0],
  ]);
}
