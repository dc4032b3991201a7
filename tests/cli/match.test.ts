import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { check, findProblem, matchInput, readJson, WrongFile } from "#app/cli/match-files.ts";
import { node, root } from "#app/cli/project.mjs";
import { match, rulesVersion } from "#app/matching/solve.ts";
import { hashEntries, hashGroup, hashResult, hashSalted } from "#app/models/seating/recorded-result.ts";

const folder = mkdtempSync(join(tmpdir(), "oten-match-"));
afterAll(() => rmSync(folder, { recursive: true }));
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
    bookedAt: i,
    answers: { 1: [i + 1] },
  })),
  seed: 3,
};
const withFirstDiner = (more: object) => ({
  ...input,
  diners: [{ ...input.diners[0], ...more }, ...input.diners.slice(1)],
});
const withFirstQuestion = (more: object) => ({ ...input, questions: [{ ...input.questions[0], ...more }] });

/** The sentence, or nothing. */
function refuse(content: unknown, name = "input.json"): string | undefined {
  try {
    check(matchInput, content, name);
    return undefined;
  } catch (error) {
    if (error instanceof WrongFile) return error.message;
    throw error;
  }
}

const ownName = "\u001b[2J\u0007\u009b31m\u202eevil\u200b\u{e0001}\u2028";

test("the example in docs/matcher.md seats five diners, its seating is verified, and no name in it is printed raw", () => {
  const [, example = ""] =
    /```json\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/matcher.md"), "utf8")) ?? [];
  const file = writeFile("example.json", example.replace('"anna"', JSON.stringify(ownName)));
  const { status, stdout, stderr } = run(file);
  expect([status, stderr]).toEqual([0, "kakukk: 1 of 10 tables\nliget: 0 of 4 tables"]);
  expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  const [table] = JSON.parse(stdout).tables;
  expect(table.diners).toEqual([ownName, "bence", "csilla", "david", "emma"]);
  expect(table.explanation.length).toBeGreaterThan(0);
  const result = writeFile("example-result.json", stdout);
  expect(run("--verify", file, result)).toMatchObject({
    status: 0,
    stdout: "This is the seating the matcher gives.\n",
  });
});

test("refuses what it can’t read, and arguments it does not know, in one line", () => {
  const hostile = "\u001b[31m\u009b\u202e\n.json";
  const missing = run(`/nowhere/${hostile}`);
  expect([missing.status, missing.stderr.split("\n")]).toEqual([1, [expect.stringContaining("ENOENT")]]);
  expect(missing.stderr).toContain("\\u001b[31m\\u009b\\u202e\\u000a.json: can’t be read: ");
  expect(run("--verify", "one")).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Usage: /) });
});

test("verifies a seating, and refuses a changed one and one of other rules", () => {
  const file = writeFile("input.json", input);
  const seating = match(check(matchInput, input, ""));
  expect(seating.standby).toEqual([{ diner: "d5", reason: "left over" }]);
  const verify = (content: object) => findProblem(file, writeFile("result.json", content));
  expect(verify(seating)).toBeUndefined();
  expect(findProblem(file, seating.hash)).toBeUndefined();
  const no = "This is not the seating the matcher gives.";
  expect(verify({ ...seating, standby: [] })).toBe(no);
  expect(findProblem(file, "0".repeat(32))).toBe(no);
  expect(() => verify({ ...seating, version: 1 })).toThrow(`version: this is version ${rulesVersion}`);
});

test.each<[string, string, string]>([
  ["an empty file", "", "Unexpected end of JSON input"],
  ["an unfinished file", '{"questions": [],\n"venues"', "at position 26"],
  ["what is no JSON", "\u001b[2J", "\\u001b"],
])("refuses %s in one sentence", (_, content, sentence) => {
  const file = writeFile("wrong.json", content);
  expect(() => readJson(file)).toThrow(WrongFile);
  expect(() => readJson(file)).toThrow(sentence);
});

test("reads a byte order mark, and refuses what is not UTF-8", () => {
  expect(readJson(writeFile("mark.json", `\uFEFF${JSON.stringify(input)}`))).toEqual(input);
  const file = writeFile("latin1.json", "");
  writeFileSync(file, Buffer.from(JSON.stringify(withFirstDiner({ id: "é" })), "latin1"));
  expect(() => readJson(file)).toThrow(WrongFile);
});

const hostile = "\u001b[2J\u202e";

test.each<[string, unknown, string]>([
  ["a list", [], "input.json: Invalid input: expected object, received array."],
  ["a missing list", { ...input, venues: undefined }, "venues: Invalid input"],
  ["a wrong type", withFirstDiner({ bookedAt: "early" }), "diners[0].bookedAt: Invalid input"],
  ["an unknown field", withFirstDiner({ budget: 1 }), 'diners[0]: Unrecognized key: "budget".'],
  ["a hostile field", withFirstDiner({ [hostile]: 1 }), "\\u001b[2J\\u202e"],
  ["a hostile id", withFirstDiner({ answers: { [hostile]: [1] } }), "\\u001b[2J\\u202e"],
  ["a huge seed", { ...input, seed: 2 ** 32 }, "seed: Too big: expected number to be <=4294967295."],
  ["half a seed", { ...input, seed: 0.5 }, "seed: Invalid input: expected int, received number."],
  ["a very long id", withFirstDiner({ id: "x".repeat(101) }), "diners[0].id: Too big"],
  ["weights that are too high", withFirstQuestion({ weight: 71 }), "questions[0].weight: Too big"],
  [
    "weights that are too high together",
    {
      ...input,
      questions: Array.from({ length: 29 }, (_, id) => ({ ...input.questions[0], id, weight: 70 })),
    },
    "questions: the weights add up to more than 2000.",
  ],
  ["a repeated id", withFirstDiner({ id: "d1" }), "diners[1].id: it is used twice."],
  ["an unknown diner", withFirstDiner({ avoid: ["x"] }), "diners[0].avoid[0]: there is no other diner"],
  ["a diner who has met themselves", withFirstDiner({ met: ["d1", "d0"] }), "diners[0].met[1]: there is no"],
  ["a group with somebody unknown", { ...input, together: [["d0", "x"]] }, "together[0]: these are not ids"],
  ["a wish for oneself", { ...input, wishes: [["d0", "d0"]] }, "wishes[0]: these are not ids of several"],
  ["a group of one", { ...input, together: [["d0"]] }, "together[0]: Too small"],
  [
    "a diner in two groups",
    {
      ...input,
      together: [
        ["d0", "d1"],
        ["d2", "d0"],
      ],
    },
    "together[1]: one of them is in",
  ],
  [
    "a group of whom one avoids another",
    { ...withFirstDiner({ avoid: ["d1"] }), together: [["d1", "d2", "d0"]] },
    "together[0]: one of them avoids another.",
  ],
  ["a choice without choices", withFirstQuestion({ kind: "single" }), "questions[0].choices: a question of"],
  ["company without choices", withFirstQuestion({ kind: "year", company: "all" }), "questions[0].company: a"],
  [
    "an age term without its question",
    { ...input, terms: { age: { question: 77 } } },
    "terms.age.question: there",
  ],
  ["a term of too many points", { ...input, terms: { wish: 21 } }, "terms.wish: Too big"],
  [
    "an unknown question",
    withFirstDiner({ answers: { 9: [1] } }),
    "diners[0].answers.9: the question has no",
  ],
  ["a step beyond the range", withFirstDiner({ answers: { 1: [11] } }), "diners[0].answers.1: the question"],
  ["an answer that is no list", withFirstDiner({ answers: { 1: 3 } }), "diners[0].answers.1: Invalid input"],
])("refuses %s in one sentence that says where it is", (_, content, sentence) => {
  const said = refuse(content) ?? "";
  expect(said).toContain(sentence);
  expect(said).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  expect(said.length).toBeLessThan(400);
});

test("takes as much as the limits and not one more", () => {
  const many = <Entry>(count: number, toEntry: (i: number) => Entry) =>
    Array.from({ length: count }, (_, i) => toEntry(i));
  const diners = (count: number) => ({ ...input, diners: many(count, (i) => ({ id: `d${i}` })) });
  const venues = (count: number) => ({ ...input, venues: many(count, (i) => ({ id: `v${i}`, tables: 1 })) });
  const questions = (count: number) => ({
    ...input,
    questions: many(count, (i) => ({ ...input.questions[0], id: i + 1 })),
  });
  for (const [of, max] of [
    [diners, 20_000],
    [venues, 1_000],
    [questions, 200],
  ] as const) {
    expect(refuse(of(max))).toBeUndefined();
    expect(refuse(of(max + 1))).toContain("Too big");
  }
  expect(refuse({ ...input, seed: 2 ** 32 - 1 })).toBeUndefined();
});

const relations = '{"avoid":["\\u009b"],"met":[]}';

/** A record whose hashes fit, whatever is in it. */
function writeRecord(frame: string, entry: string): [file: string, resultHash: string] {
  const hash = hashSalted("salt", entry);
  const entriesHash = hashEntries(frame, [hash]);
  const group = { number: 0, venueId: null, salt: "salt", hash: hashGroup("salt", [hash], null) };
  const hashed = { entriesHash, rulesVersion, seatingHash: "x", standbyHash: group.hash, tableHashes: [] };
  const resultHash = hashResult(hashed);
  const entries = [{ hash, salt: "salt", entry, relationsSalt: "salt", relations, groupNumber: 0 }];
  const record = { frame, entriesHash, rulesVersion, seatingHash: "x", resultHash, groups: [group], entries };
  return [writeFile("record.json", { ...input, record }), resultHash];
}

test.each([
  ["an entry of null", "{}", "null", "record.entries[0].entry: this is not the JSON of an object."],
  ["an entry that is no JSON", "{}", "{", "record.entries[0].entry: this is not the JSON of an object."],
  [
    "a wrong match input",
    '{"questions":[],"venues":[]}',
    JSON.stringify({ id: "a", relationsHash: hashSalted("salt", relations) }),
    "The record: diners[0].avoid[0]: there is no other diner of this id.",
  ],
])("refuses a record with %s in one sentence", (_, frame, entry, sentence) => {
  expect(() => findProblem(...writeRecord(frame, entry))).toThrow(sentence);
});
