import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "#app/matching/random.ts";
import { FeatureVectors } from "#app/matching/scores.ts";

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
