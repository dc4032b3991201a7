import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "#app/matching/random.ts";
import { FeatureVectors } from "#app/matching/scores/feature-vectors.ts";

const answersPerDiner = 40;

/** Diners with forty uniform random answers from -2 to 2, the hardest input; read from the folder if it has the file. */
export function uniformDiners(
  count: number,
  folder: string | undefined,
): { vectors: FeatureVectors; isGenerated: boolean } {
  const file = folder && join(folder, `iid-${count}.txt`);
  const isGenerated = !(file && existsSync(file));
  const rows = isGenerated ? generateAnswers(count) : readAnswers(readFileSync(file, "utf8"));
  const factors = Array<number>(answersPerDiner).fill(1);
  const vectors = new FeatureVectors(count, factors, (diner, features) => features.set(rows[diner] ?? []));
  return { vectors, isGenerated };
}

const readAnswers = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => [...line.trim()].map((digit) => Number(digit) - 2));

function generateAnswers(count: number): number[][] {
  const random = new Random(count);
  return Array.from({ length: count }, () =>
    Array.from({ length: answersPerDiner }, () => random.nextBelow(5) - 2),
  );
}

export interface Matrix {
  count: number;
  groups: number;
  size: number;
  /** Distances times `scale`, as integers. */
  pairs: Int32Array;
  scale: number;
}

/** Reads a file of MDGPLIB; returns a sentence with the line where it is wrong. */
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
  const seen = new Set<number>();
  let decimals = 0;
  let maxDistance = 0;
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line === "") continue;
    const [one, other, distance = ""] = line.split(/\s+/);
    const isElement = (name: string | undefined) => /^\d+$/.test(name ?? "") && Number(name) < count;
    if (!isElement(one) || !isElement(other) || one === other || !/^-?\d+(\.\d+)?$/.test(distance))
      return `Line ${i + 1} must name two different elements and their distance: "${line.slice(0, 40)}".`;
    const pair = Math.min(Number(one), Number(other)) * count + Math.max(Number(one), Number(other));
    if (seen.has(pair)) return `Line ${i + 1} names a pair that was named before: ${one} and ${other}.`;
    seen.add(pair);
    entries.push([Number(one), Number(other), distance]);
    decimals = Math.max(decimals, distance.split(".")[1]?.length ?? 0);
    maxDistance = Math.max(maxDistance, Math.abs(Number(distance)));
  }
  const missing = (count * (count - 1)) / 2 - entries.length;
  if (missing > 0) return `The distances of ${missing} pairs are missing.`;
  const scale = 10 ** decimals;
  if (8 * maxDistance * scale * size ** 2 >= 2 ** 31)
    return "The distances are too large or too fine to add up exactly.";
  const pairs = new Int32Array(count * count);
  for (const [one, other, distance] of entries) {
    pairs[one * count + other] = pairs[other * count + one] = Math.round(Number(distance) * scale);
  }
  return { count, groups, size, pairs, scale };
}
