import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { node, root } from "#app/cli/prepare.mjs";

const folder = mkdtempSync(join(tmpdir(), "oten-match-"));
const writeFile = (name: string, content: unknown) => {
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

const input = {
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
const withFirstDiner = (more: object) => ({
  ...input,
  diners: [{ ...input.diners[0], ...more }, ...input.diners.slice(1)],
});

test("seats a match input, verifies the result, and refuses a changed result", () => {
  const inputFile = writeFile("input.json", input);
  const { status, stdout } = run(inputFile);
  expect(status).toBe(0);
  expect(JSON.parse(stdout).standby).toEqual([{ diner: "d5", reason: "left over" }]);
  expect(run("--verify", inputFile, writeFile("result.json", stdout)).status).toBe(0);
  const changed = run("--verify", inputFile, writeFile("changed.json", stdout.replace('"d1"', '"d5"')));
  expect([changed.status, changed.stderr]).toEqual([1, "This is not the seating the matcher gives."]);
});

test.each<[string, unknown, string]>([
  ["an empty file", "", "The file is empty."],
  ["an unfinished file", '{"questions": [],\n"venues"', "Line 2 is not JSON."],
  ["an invalid number", '{\n"seed": NaN,\n"venues": []\n}', "Line 2 is not JSON."],
  ["a comment", `// a comment\n${JSON.stringify(input)}`, "Line 1 is not JSON."],
  ["a deeply nested file", `{"a":`.repeat(100_000), "The file is nested too deeply."],
  [
    "a deeply nested id",
    JSON.stringify(input).replace('"d0"', "[".repeat(50_000) + "]".repeat(50_000)),
    "nested",
  ],
  ["a list", [], "The file: Invalid input"],
  ["a wrong type", withFirstDiner({ bookedAt: "early" }), "diners[0].bookedAt: Invalid input"],
  ["an unknown field", withFirstDiner({ budget: 1 }), "diners[0]: Unrecognized key"],
  [
    "a negative weight",
    { ...input, questions: [{ ...input.questions[0], weight: -1 }] },
    "questions[0].weight: Too small",
  ],
  ["a repeated id", withFirstDiner({ id: "d1" }), 'diners[1].id: "d1" is used twice.'],
  [
    "an unknown diner to avoid",
    withFirstDiner({ avoid: ["x"] }),
    'diners[0].avoid[0]: there is no diner "x".',
  ],
  ["control characters", withFirstDiner({ avoid: ["\u001b[31mx\ny"] }), 'there is no diner "�[31mx�y".'],
  ["an unknown venue", withFirstDiner({ venue: "w" }), 'diners[0].venue: there is no venue "w".'],
  [
    "an unknown question",
    withFirstDiner({ answers: { 9: [1] } }),
    "diners[0].answers: there is no question 9.",
  ],
  [
    "a step beyond the range",
    withFirstDiner({ answers: { 1: [11] } }),
    "diners[0].answers.1: this is no answer",
  ],
  ["a very long id", withFirstDiner({ id: "x".repeat(1_000_000) }), "diners[0].id: Too big"],
])("refuses %s with one sentence", (name, content, sentence) => {
  const { status, stdout, stderr } = run(writeFile(`${name}.json`, content));
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr.split("\n").length).toBe(1);
  expect(stderr.length).toBeLessThan(400);
});

test("reads a file with a byte order mark", () => {
  expect(run(writeFile("byte-order-mark.json", `\uFEFF${JSON.stringify(input)}`)).status).toBe(0);
});

test("accepts the largest seed a club can draw", () => {
  const inputFile = writeFile("seed.json", { ...input, seed: 2 ** 32 - 1 });
  const { status, stdout } = run(inputFile);
  expect(status).toBe(0);
  expect(run("--verify", inputFile, JSON.parse(stdout).hash).status).toBe(0);
});

test("names the line of an error", () => {
  const lines = JSON.stringify(withFirstDiner({ venue: "w" }), null, 1);
  const line = lines.split("\n").findIndex((each) => each.includes('"w"')) + 1;
  expect(line).toBeGreaterThan(20);
  expect(run(writeFile("lines.json", lines)).stderr).toContain(
    `Line ${line}, diners[0].venue: there is no venue "w".`,
  );
  const withAge = lines.replace('"venue": "w"', '"age": 40');
  expect(run(writeFile("age.json", withAge)).stderr).toMatch(
    new RegExp(`Line ${line - 2}, diners\\[0\\](.venue)?: `),
  );
});

test.each([
  [["/nowhere/input.json"], "There is no file"],
  [[folder], "can't be read"],
  [[], "Usage"],
])("refuses the arguments %j", (args, sentence) => {
  const { status, stderr } = run(...(args as string[]));
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
});
