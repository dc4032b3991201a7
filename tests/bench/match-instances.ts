/** What the matcher is measured on: diners of a folder or, where it lacks them, drawn alike; and matrices of MDGPLIB. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "#app/matching/random.ts";
import { Vectors } from "#app/matching/scores/feature-vectors.ts";

const answers = 40;

/** Diners with forty answers from -2 to 2, uniformly drawn: the hardest there are, since nothing hangs together. */
export function uniformDiners(
  count: number,
  folder: string | undefined,
): { vectors: Vectors; drawn: boolean } {
  const file = folder && join(folder, `iid-${count}.txt`);
  const drawn = !(file && existsSync(file));
  const rows = drawn ? draw(count) : read(readFileSync(file, "utf8"));
  const factors = Array<number>(answers).fill(1);
  return { drawn, vectors: new Vectors(count, factors, (row, features) => features.set(rows[row] ?? [])) };
}

const read = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => [...line.trim()].map((digit) => Number(digit) - 2));

function draw(count: number): number[][] {
  const random = new Random(count);
  return Array.from({ length: count }, () => Array.from({ length: answers }, () => random.below(5) - 2));
}

export interface Matrix {
  count: number;
  groups: number;
  size: number;
  /** Distances as whole numbers, `scale` to one. */
  pairs: Int32Array;
  scale: number;
}

/** An instance as MDGPLIB writes it, or a sentence that says what is wrong with it and where. */
export function readMatrix(text: string): Matrix | string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const [count = Number.NaN, groups = Number.NaN] = (lines[0] ?? "").split(/\s+/).map(Number);
  const [, , kind, ...limits] = (lines[0] ?? "").split(/\s+/);
  const size = count / groups;
  if (!(Number.isInteger(count) && count > 1 && count <= 5_000 && groups > 1))
    return "Line 1 must begin with how many elements there are (2 to 5000) and how many groups (2 or more).";
  if (kind !== "ss" || !Number.isInteger(size) || limits.some((limit) => Number(limit) !== size))
    return "Line 1 asks for groups of different sizes: only equal ones are sought here.";

  const entries: [number, number, string][] = [];
  const known = new Set<number>();
  let decimals = 0;
  let largest = 0;
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line === "") continue;
    const [one, other, distance = ""] = line.split(/\s+/);
    const isElement = (name: string | undefined) => /^\d+$/.test(name ?? "") && Number(name) < count;
    if (!isElement(one) || !isElement(other) || one === other || !/^-?\d+(\.\d+)?$/.test(distance))
      return `Line ${i + 1} must name two different elements and their distance: "${line.slice(0, 40)}".`;
    const pair = Math.min(Number(one), Number(other)) * count + Math.max(Number(one), Number(other));
    if (known.has(pair)) return `Line ${i + 1} names a pair that was named before: ${one} and ${other}.`;
    known.add(pair);
    entries.push([Number(one), Number(other), distance]);
    decimals = Math.max(decimals, distance.split(".")[1]?.length ?? 0);
    largest = Math.max(largest, Math.abs(Number(distance)));
  }
  const missing = (count * (count - 1)) / 2 - entries.length;
  if (missing > 0) return `The distances of ${missing} pairs are missing.`;
  const scale = 10 ** decimals;
  if (8 * largest * scale * size ** 2 >= 2 ** 31)
    return "The distances are too large or too fine to add up exactly.";
  const pairs = new Int32Array(count * count);
  for (const [one, other, distance] of entries) {
    pairs[one * count + other] = pairs[other * count + one] = Math.round(Number(distance) * scale);
  }
  return { count, groups, size, pairs, scale };
}
