import { crc32, deflateSync } from "node:zlib";
import { type DrawnFace, drawFace } from "#app/lib/account/draw-face.ts";
import { club } from "#club";

type Point = [x: number, y: number];
type Matrix = [number, number, number, number, number, number];

/** Twice the width in an email. */
const sideLength = 128;
const scale = sideLength / 100;
/** Lines for each row of pixels. */
const linesPerRow = 4;

/** As in app/styles/faces.css. */
const colors: Record<string, string> = {
  "color-green": club.colors.ground,
  ink: "#23150e",
  cream: "#fbf3e4",
  blush: "#d8503a",
  slate: "#3e5568",
  wine: "#6b3b4b",
  brown: "#7a4a22",
  saffron: "#b97d12",
};

/** For emails, whose programs don't show SVG. */
export function renderFace(face: DrawnFace): Uint8Array<ArrayBuffer> {
  const pixels = new Float32Array(sideLength * sideLength * 4);
  const parents: Record<string, string>[] = [{ fill: "#000", "stroke-width": "2.2" }];
  const matrices: Matrix[] = [[scale, 0, 0, scale, 0, 0]];
  for (const [, isEnd, tag, attributes = ""] of drawFace(face).matchAll(/<(\/?)(g|path)([^>]*)>/g)) {
    if (isEnd) {
      parents.pop();
      matrices.pop();
      continue;
    }
    const own = { ...parents.at(-1), ...readAttributes(attributes) } as Record<string, string>;
    const matrix = own.transform ? multiply(matrices.at(-1) as Matrix, own.transform) : matrices.at(-1);
    const { transform: _, ...inherited } = own;
    if (tag === "g") {
      parents.push(inherited);
      matrices.push(matrix as Matrix);
    } else drawPath(pixels, inherited, matrix as Matrix);
  }
  return encodePng(pixels);
}

const readAttributes = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

function multiply([a, b, c, d, e, f]: Matrix, transform: string): Matrix {
  const numbers = readNumbers(transform);
  const [g, h, i, j, k, l] = (transform.startsWith("rotate") ? turn(numbers) : numbers) as Matrix;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function turn([degrees = 0, x = 0, y = 0]: number[]): Matrix {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos];
}

const readNumbers = (text: string) => (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);

function drawPath(pixels: Float32Array, style: Record<string, string>, [a, b, c, d, e, f]: Matrix): void {
  const lines = flatten(style.d ?? "").map((line) =>
    line.map(([x, y]): Point => [a * x + c * y + e, b * x + d * y + f]),
  );
  const opacity = Number(style.opacity ?? 1);
  const paint = (shapes: Point[][], color: string | undefined, isEvenOdd = false) =>
    color && color !== "none" && fill(pixels, { shapes, color, opacity, isEvenOdd });
  paint(lines, style.fill, style["fill-rule"] === "evenodd");
  const radius = (Number(style["stroke-width"]) / 2) * scale;
  const gap = Number(style["stroke-dasharray"]?.split(" ")[1] ?? 0) * scale;
  paint(
    lines.flatMap((line) => (gap ? dots(line, gap) : pairs(line)).map((pair) => capsule(pair, radius))),
    style.stroke,
  );
}

const pairs = (line: Point[]): [Point, Point][] =>
  line.length === 1
    ? [[line[0] as Point, line[0] as Point]]
    : line.slice(1).map((to, i) => [line[i] as Point, to]);

/** Dashes without a length are dots. */
function dots(line: Point[], gap: number): [Point, Point][] {
  const found: [Point, Point][] = [];
  let next = 0;
  for (const [from, to] of pairs(line)) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    for (; next <= length; next += gap) {
      const share = length && next / length;
      const dot: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      found.push([dot, dot]);
      if (!length) break;
    }
    next -= length;
  }
  return found;
}

/** A line with round ends. All turn the same way, so that those of one stroke make one shape. */
function capsule([from, to]: [Point, Point], radius: number): Point[] {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]) - Math.PI / 2;
  return Array.from({ length: 20 }, (_, i): Point => {
    const [[x, y], step] = i < 10 ? [to, i] : [from, i - 1];
    const at = angle + (step * Math.PI) / 9;
    return [x + radius * Math.cos(at), y + radius * Math.sin(at)];
  });
}

/** The straight lines of a path: curves are cut into pieces. */
function flatten(path: string): Point[][] {
  const lines: Point[][] = [];
  let [x, y] = [0, 0];
  /** The last point by which a curve was bent. */
  let bend: Point | undefined;
  let line: Point[] = [];
  const add = (...points: Point[]) => {
    line.push(...points);
    [x, y] = points.at(-1) as Point;
  };
  for (const [, command = "", text = ""] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const kind = command.toLowerCase();
    const isRelative = command === kind;
    const count = { m: 2, l: 2, h: 1, v: 1, t: 2, q: 4, s: 4, c: 6, a: 7 }[kind] ?? 0;
    const numbers = readNumbers(text);
    if (kind === "z" && line[0]) add(line[0]);
    for (let i = 0; count && i < numbers.length; i += count) {
      const given = numbers.slice(i, i + count);
      const [left, top] = isRelative ? [x, y] : [0, 0];
      const points = kind === "a" ? [] : toPoints(given, left, top);
      const last = points.at(-1) as Point;
      const before = bend ? ([2 * x - bend[0], 2 * y - bend[1]] as Point) : ([x, y] as Point);
      bend = undefined;
      if (kind === "m" && i === 0) {
        line = [];
        lines.push(line);
        add(last);
      } else if (kind === "h") add([left + (given[0] ?? 0), y]);
      else if (kind === "v") add([x, top + (given[0] ?? 0)]);
      else if (kind === "a") add(...arc([x, y], given, [left + (given[5] ?? 0), top + (given[6] ?? 0)]));
      else if (kind === "m" || kind === "l") add(last);
      else {
        const bends = kind === "s" || kind === "t" ? [before, ...points] : points;
        bend = bends.at(-2);
        add(...curve([[x, y], ...bends]));
      }
    }
  }
  return lines;
}

const toPoints = (numbers: number[], left: number, top: number): Point[] =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, i) => [
    left + (numbers[2 * i] ?? 0),
    top + (numbers[2 * i + 1] ?? 0),
  ]);

const pieces = Array.from({ length: 12 }, (_, i) => (i + 1) / 12);

/** De Casteljau's construction of a Bézier curve. */
const curve = (bends: Point[]): Point[] =>
  pieces.map((share) => {
    let points = bends;
    while (points.length > 1)
      points = points.slice(1).map(([x, y], i): Point => {
        const [fromX, fromY] = points[i] as Point;
        return [fromX + (x - fromX) * share, fromY + (y - fromY) * share];
      });
    return points[0] as Point;
  });

/** As in "Conversion from endpoint to center parameterization" of the SVG specification. */
function arc([x, y]: Point, [rx = 1, ry = 1, , isLarge, isClockwise]: number[], [toX, toY]: Point): Point[] {
  const [dx, dy] = [(x - toX) / 2 / rx, (y - toY) / 2 / ry];
  const squared = dx * dx + dy * dy;
  const size = Math.max(1, Math.sqrt(squared));
  const side = Math.sqrt(Math.max(0, size * size - squared) / squared) * (isLarge === isClockwise ? -1 : 1);
  const [cx, cy] = [side * dy, -side * dx];
  const start = Math.atan2(dy - cy, dx - cx);
  let sweep = Math.atan2(-dy - cy, -dx - cx) - start;
  if (isClockwise && sweep < 0) sweep += 2 * Math.PI;
  if (!isClockwise && sweep > 0) sweep -= 2 * Math.PI;
  return pieces.map((share) => {
    const angle = start + sweep * share;
    return [
      (x + toX) / 2 + rx * (cx + size * Math.cos(angle)),
      (y + toY) / 2 + ry * (cy + size * Math.sin(angle)),
    ];
  });
}

interface Paint {
  shapes: Point[][];
  color: string;
  opacity: number;
  isEvenOdd: boolean;
}

function fill(pixels: Float32Array, { shapes, color, opacity, isEvenOdd }: Paint): void {
  const crossings = findCrossings(shapes);
  const rgb = toRgb(color);
  const rows = Map.groupBy(crossings.entries(), ([line]) => Math.floor(line / linesPerRow));
  for (const [row, lines] of rows) {
    const covered = new Float32Array(sideLength);
    for (const [, line] of lines) {
      line.sort(([a], [b]) => a - b);
      let winding = 0;
      for (const [i, [x, direction]] of line.entries()) {
        winding += direction;
        const next = line[i + 1];
        if (next && (isEvenOdd ? i % 2 === 0 : winding !== 0)) cover(covered, x, next[0]);
      }
    }
    for (const [x, share] of covered.entries())
      if (share > 0) blend(pixels, 4 * (row * sideLength + x), rgb, (share / linesPerRow) * opacity);
  }
}

/** For each line, where an edge crosses it, and whether downwards. */
function findCrossings(shapes: Point[][]): Map<number, Point[]> {
  const crossings = new Map<number, Point[]>();
  for (const shape of shapes)
    for (const [i, to] of shape.entries()) {
      const from = shape.at(i - 1) as Point;
      const [[topX, top], [bottomX, bottom]] = from[1] < to[1] ? [from, to] : [to, from];
      const last = Math.min(sideLength * linesPerRow, Math.ceil(bottom * linesPerRow - 0.5));
      for (let line = Math.max(0, Math.ceil(top * linesPerRow - 0.5)); line < last; line++) {
        const share = ((line + 0.5) / linesPerRow - top) / (bottom - top);
        const found = crossings.get(line) ?? [];
        found.push([topX + (bottomX - topX) * share, from[1] < to[1] ? 1 : -1]);
        crossings.set(line, found);
      }
    }
  return crossings;
}

function cover(covered: Float32Array, from: number, to: number): void {
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(sideLength, to); x++)
    covered[x] = (covered[x] ?? 0) + Math.min(to, x + 1) - Math.max(from, x);
}

function blend(pixels: Float32Array, at: number, rgb: number[], alpha: number): void {
  const under = (pixels[at + 3] ?? 0) * (1 - alpha);
  for (const [i, value] of rgb.entries())
    pixels[at + i] = (value * alpha + (pixels[at + i] ?? 0) * under) / (alpha + under);
  pixels[at + 3] = alpha + under;
}

function toRgb(color: string): number[] {
  const hex = color.startsWith("var") ? (colors[color.slice(6, -1)] ?? "") : color;
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function encodePng(pixels: Float32Array): Uint8Array<ArrayBuffer> {
  const rowLength = 4 * sideLength + 1;
  const rows = Buffer.alloc(rowLength * sideLength);
  for (const [i, value] of pixels.entries())
    rows[i + 1 + Math.floor(i / (rowLength - 1))] = Math.round(i % 4 === 3 ? 255 * value : value);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sideLength, 0);
  header.writeUInt32BE(sideLength, 4);
  header.set([8, 6], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...parts]));
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
