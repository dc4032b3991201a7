import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { match } from "#app/matching/solve.ts";
import { makeMatchInput } from "#tests/bench/match-input.ts";
import { startMatchWorker } from "#tests/bench/match-workerd.ts";
import { makeTermsClub } from "#tests/bench/terms-club.ts";

const worker = await startMatchWorker();
afterAll(() => worker.dispose());

const proposals = 2_000_000;

async function matchInWorker(query: string): Promise<string> {
  const request = () =>
    worker.dispatchFetch(`http://localhost/?${query}&proposals=${proposals}`).then((each) => each.json());
  await request();
  return ((await request()) as { hash: string }).hash;
}

test.each([60, 400, 2_600])("workerd seats %i diners as Node does", async (count) => {
  expect(await matchInWorker(`count=${count}`)).toBe(match({ ...makeMatchInput(count, 1), proposals }).hash);
});

test.each([55, 205])("workerd seats %i diners with terms and groups as Node does", async (count) => {
  expect(await matchInWorker(`count=${count}&terms`)).toBe(
    match({ ...makeTermsClub(count, 1), proposals }).hash,
  );
});

test("the matcher uses no clock, no I/O and nothing that differs between engines", () => {
  const folder = fileURLToPath(new URL("../../app/matching/", import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.startsWith("kernel/in-"),
  );
  expect(sources).toContain("kernel/assembly/tables.ts");
  for (const file of sources) {
    const source = readFileSync(folder + file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    const calls = source.match(
      /\bMath\.(random|exp|log\w*|pow|sin|cos|tan\w*|cbrt|hypot)\b|\bDate\b|\bperformance\b|\blocaleCompare\b|\bIntl\b|\bfetch\b/g,
    );
    // Match inputs have the learned weights, so nobody has to learn the same ones again.
    const isLearning = file.startsWith("learning/");
    const differing = calls?.filter((call) => !(isLearning && ["Math.log", "Math.exp"].includes(call))) ?? [];
    expect([file, differing]).toEqual([file, []]);
    for (const [, imported = ""] of source.matchAll(/from "([^"]+)"/g)) {
      const isPure =
        imported.startsWith("./") ||
        imported.startsWith("#app/matching/") ||
        [
          "#kernel",
          "#app/lib/table-size.ts",
          "#app/lib/quiz/quiz.ts",
          "#app/lib/quiz/quiz.ts",
          "#app/lib/booking/standby-reasons.ts",
          "#app/lib/event/estimates.ts",
        ].includes(imported);
      expect([file, imported, isPure]).toEqual([file, imported, true]);
    }
  }
});
