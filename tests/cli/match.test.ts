import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { node, root } from "#app/cli/prepare.mjs";

const folder = mkdtempSync(join(tmpdir(), "oten-match-"));
const file = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(node, ["app/cli/match.ts", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, stdout, stderr: stderr.trim() };
};

const night = {
  questions: [
    { id: 1, kind: "range", rule: "similar", weight: 3, sensitive: false, says: ["like tea", "like jazz"] },
  ],
  venues: [{ id: "v", tables: 3 }],
  diners: Array.from({ length: 6 }, (_, i) => ({
    id: `d${i}`,
    venue: "v",
    bookedAt: i,
    answers: { 1: [i + 1] },
  })),
  seed: 3,
};
const first = (more: object) => ({
  ...night,
  diners: [{ ...night.diners[0], ...more }, ...night.diners.slice(1)],
});

test("a night is seated, and its result verified until somebody touches it", () => {
  const good = file("night.json", night);
  const { status, stdout } = run(good);
  expect(status).toBe(0);
  expect(JSON.parse(stdout).standby).toEqual([{ diner: "d5", reason: "left over" }]);
  expect(run("--verify", good, file("result.json", stdout)).status).toBe(0);
  const touched = run("--verify", good, file("touched.json", stdout.replace('"d1"', '"d5"')));
  expect([touched.status, touched.stderr]).toEqual([1, "This is not the seating the matcher gives."]);
});

test.each<[string, unknown, string]>([
  ["nothing", "", "The file is empty."],
  ["half a file", '{"questions": [],\n"venues"', "Line 2 is not JSON."],
  ["a number that is none", '{\n"seed": NaN,\n"venues": []\n}', "Line 2 is not JSON."],
  ["a comment", `// a night\n${JSON.stringify(night)}`, "Line 1 is not JSON."],
  ["a deep file", `{"a":`.repeat(100_000), "The file is nested too deeply."],
  ["a deep id", JSON.stringify(night).replace('"d0"', "[".repeat(50_000) + "]".repeat(50_000)), "nested"],
  ["a list", [], "The file: Invalid input"],
  ["a wrong type", first({ bookedAt: "early" }), "diners[0].bookedAt: Invalid input"],
  ["a field nobody knows", first({ budget: 1 }), "diners[0]: Unrecognized key"],
  [
    "a negative weight",
    { ...night, questions: [{ ...night.questions[0], weight: -1 }] },
    "questions[0].weight: Too small",
  ],
  ["an id that stands twice", first({ id: "d1" }), 'diners[1].id: "d1" stands twice.'],
  ["a stranger to avoid", first({ avoid: ["x"] }), 'diners[0].avoid[0]: there is no diner "x".'],
  ["a command for the terminal", first({ avoid: ["\u001b[31mx\ny"] }), 'there is no diner "�[31mx�y".'],
  ["a venue nobody knows", first({ venue: "w" }), 'diners[0].venue: there is no venue "w".'],
  ["a question nobody asked", first({ answers: { 9: [1] } }), "diners[0].answers: there is no question 9."],
  ["a step beyond ten", first({ answers: { 1: [11] } }), "diners[0].answers.1: this is no answer"],
  ["a very long id", first({ id: "x".repeat(1_000_000) }), "diners[0].id: Too big"],
])("%s is refused with one sentence", (name, content, sentence) => {
  const { status, stdout, stderr } = run(file(`${name}.json`, content));
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr.split("\n").length).toBe(1);
  expect(stderr.length).toBeLessThan(400);
});

test("a file whose editor marked its beginning is read", () => {
  expect(run(file("marked.json", `\uFEFF${JSON.stringify(night)}`)).status).toBe(0);
});

test("whatever seed a club draws can be read", () => {
  const largest = file("seed.json", { ...night, seed: 2 ** 32 - 1 });
  const { status, stdout } = run(largest);
  expect(status).toBe(0);
  expect(run("--verify", largest, JSON.parse(stdout).hash).status).toBe(0);
});

test("a fault is named with its line", () => {
  const lines = JSON.stringify(first({ venue: "w" }), null, 1);
  const line = lines.split("\n").findIndex((each) => each.includes('"w"')) + 1;
  expect(line).toBeGreaterThan(20);
  expect(run(file("lines.json", lines)).stderr).toContain(
    `Line ${line}, diners[0].venue: there is no venue "w".`,
  );
  const withAge = lines.replace('"venue": "w"', '"age": 40');
  expect(run(file("age.json", withAge)).stderr).toMatch(
    new RegExp(`Line ${line - 2}, diners\\[0\\](.venue)?: `),
  );
});

test.each([
  [["/nowhere/night.json"], "There is no file"],
  [[folder], "can't be read"],
  [[], "Say which night"],
])("%j is refused too", (args, sentence) => {
  const { status, stderr } = run(...(args as string[]));
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
});
