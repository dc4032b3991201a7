import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { match } from "#app/matching/solve.ts";
import { clubNight } from "#tests/bench/match-input.ts";
import { matchWorker } from "#tests/bench/match-workerd.ts";

const root = new URL("../..", import.meta.url).pathname;

const worker = await matchWorker();
afterAll(() => worker.dispose());

const proposals = 2_000_000;

test.each([60, 400, 2_600])("%i diners are seated in workerd as in Node", async (count) => {
  const ask = async () => {
    const answer = await worker.dispatchFetch(`http://localhost/?count=${count}&proposals=${proposals}`);
    return ((await answer.json()) as { hash: string }).hash;
  };
  await ask();
  expect(await ask()).toBe(match({ ...clubNight(count, 1), proposals }).hash);
});

test("the matcher asks for nothing that differs from one engine to another, and for no clock", () => {
  const folder = `${root}app/matching/`;
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.startsWith("kernel/in-"),
  );
  expect(sources).toContain("kernel/assembly/tables.ts");
  for (const file of sources) {
    const source = readFileSync(folder + file, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    const calls = source.match(
      /\bMath\.(random|exp|log\w*|pow|sin|cos|tan\w*|cbrt|hypot)\b|\bDate\b|\bperformance\b|\blocaleCompare\b|\bIntl\b|\bfetch\b/g,
    );
    expect([file, calls]).toEqual([file, null]);
    for (const [, asked = ""] of source.matchAll(/from "([^"]+)"/g)) {
      const isOurs = asked === "#kernel" || join(folder, file, "..", asked).startsWith(folder);
      expect([file, asked, isOurs]).toEqual([file, asked, true]);
    }
  }
});
