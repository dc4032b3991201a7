import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { node, root } from "#app/cli/project.mjs";
import { rulesVersion } from "#app/matching/solve.ts";
import { hashEntries, hashGroup, hashResult, hashSalted } from "#app/models/matching/match-hash.ts";

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
    maxBuffer: 64 * 2 ** 20,
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
test("the example in docs/matcher.md seats five diners", () => {
  const [, example = ""] =
    /```json\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/matcher.md"), "utf8")) ?? [];
  const { status, stdout, stderr } = run(writeFile("example.json", example));
  expect([status, stderr]).toEqual([0, "kakukk: 1 of 10 tables\nliget: 0 of 4 tables"]);
  const [table] = JSON.parse(stdout).tables;
  expect(table.diners).toEqual(["anna", "bence", "csilla", "david", "emma"]);
  expect(table.explanation.length).toBeGreaterThan(0);
});

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

test("seats a pool at several venues", () => {
  const pool = {
    ...withFirstDiner({ maxPrice: 1, stepFree: true }),
    venues: [
      { id: "b", tables: 1, price: 1, stepFree: true },
      { id: "a", tables: 1, price: 2 },
    ],
  };
  const { status, stdout: pooled, stderr } = run(writeFile("pool.json", pool));
  expect([status, stderr]).toEqual([0, "a: 0 of 1 tables\nb: 1 of 1 tables"]);
  expect(JSON.parse(pooled).tables[0].venue).toBe("b");
  expect(
    run("--verify", writeFile("pool-input.json", pool), writeFile("pool-result.json", pooled)).status,
  ).toBe(0);
});

test.each<[string, unknown, string]>([
  ["an empty file", "", "The file is empty."],
  [
    "an unfinished file",
    '{"questions": [],\n"venues"',
    "The file is not JSON: Expected ':' after property name in JSON at position 26 (line 2 column 9).",
  ],
  ["an invalid number", '{\n"seed": NaN,\n"venues": []\n}', "The file is not JSON: Unexpected token 'N'"],
  ["a comment", `// a comment\n${JSON.stringify(input)}`, "The file is not JSON: Unexpected token '/'"],
  [
    "a deeply nested id",
    JSON.stringify(input).replace('"d0"', "[".repeat(50_000) + "]".repeat(50_000)),
    "diners[0].id: Invalid input",
  ],
  ["a list", [], "The file: Invalid input"],
  ["a wrong type", withFirstDiner({ bookedAt: "early" }), "diners[0].bookedAt: this must be a whole number"],
  ["an unknown field", withFirstDiner({ budget: 1 }), "diners[0]: Unrecognized key"],
  [
    "weights that are too high together",
    {
      ...input,
      questions: Array.from({ length: 29 }, (_, id) => ({ ...input.questions[0], id, weight: 70 })),
    },
    "questions: the weights add up to more than 2000.",
  ],
  [
    "a negative weight",
    { ...input, questions: [{ ...input.questions[0], weight: -1 }] },
    "questions[0].weight: this must be a whole number from 0 to 70.",
  ],
  ["a repeated id", withFirstDiner({ id: "d1" }), 'diners[1].id: "d1" is used twice.'],
  [
    "an unknown diner to avoid",
    withFirstDiner({ avoid: ["x"] }),
    'diners[0].avoid[0]: there is no diner "x".',
  ],
  [
    "control characters",
    withFirstDiner({ avoid: ["\u001b[31mx\ny"] }),
    'there is no diner "\\u001b[31mx\\u000ay".',
  ],
  [
    "a group with somebody unknown",
    { ...input, together: [["d0", "x"]] },
    'together[0][1]: there is no diner "x".',
  ],
  [
    "a diner in two groups",
    {
      ...input,
      together: [
        ["d0", "d1"],
        ["d2", "d0"],
      ],
    },
    'together[1][1]: "d0" is used twice.',
  ],
  [
    "a group of whom one avoids another",
    { ...withFirstDiner({ avoid: ["d1"] }), together: [["d1", "d2", "d0"]] },
    'together[0][0]: another one of the group avoids "d1".',
  ],
  ["a wish for oneself", { ...input, wishes: [["d0", "d0"]] }, 'wishes[0][1]: "d0" is used twice.'],
  ["a group of one", { ...input, together: [["d0"]] }, "together[0]: Too small"],
  [
    "company in a question without choices",
    { ...input, questions: [{ id: 1, kind: "year", rule: "similar", weight: 1, company: "all" }] },
    "questions[0].company: a question of kind year can't have it.",
  ],
  [
    "an age term without its question",
    { ...input, terms: { age: { question: 77 } } },
    "terms.age.question: there is no such question of kind year.",
  ],
  [
    "a term of too many points",
    { ...input, terms: { wish: 21 } },
    "terms.wish: this must be a number from 0 to 20.",
  ],
  [
    "a price that is no level",
    withFirstDiner({ maxPrice: "low" }),
    "diners[0].maxPrice: this must be a whole number from 0 to 100.",
  ],
  [
    "step-free access that is no truth value",
    { ...input, venues: [{ id: "v", tables: 3, stepFree: 1 }] },
    "venues[0].stepFree: this must be true or false.",
  ],
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

const withFirstQuestion = (more: object) => ({ ...input, questions: [{ ...input.questions[0], ...more }] });
const inputText = JSON.stringify(input, null, 1);

test.each<[string, unknown, string]>([
  [
    "a seed above the limit",
    { ...input, seed: 2 ** 32 },
    "seed: this must be a whole number from 0 to 4,294,967,295.",
  ],
  ["a huge seed", { ...input, seed: 1e300 }, "seed: this must be a whole number from 0 to 4,294,967,295."],
  ["half a seed", { ...input, seed: 0.5 }, "seed: this must be a whole number from 0 to 4,294,967,295."],
  [
    "a single choice without choices",
    { ...withFirstQuestion({ kind: "single" }) },
    "questions[0].choices: this is missing: a question of kind single needs the number of its choices.",
  ],
  [
    "a multiple choice of nothing",
    withFirstQuestion({ kind: "multiple", choices: 0 }),
    "questions[0].choices: this must be a whole number from 1 to 100.",
  ],
  [
    "too many choices",
    withFirstQuestion({ choices: 101 }),
    "questions[0].choices: this must be a whole number from 0",
  ],
  ["a missing list", { ...input, venues: undefined }, "venues: this is missing."],
  [
    "a diner who avoids themselves",
    withFirstDiner({ avoid: ["d1", "d0"] }),
    "diners[0].avoid[1]: a diner can't avoid themselves.",
  ],
  [
    "a diner who has met themselves",
    withFirstDiner({ met: ["d0"] }),
    "diners[0].met[0]: a diner can't have met themselves.",
  ],
  [
    "answers that are a list",
    withFirstDiner({ answers: [[1]] }),
    "diners[0].answers: this must be an object.",
  ],
  [
    "an answer that is no list",
    withFirstDiner({ answers: { 1: 3 } }),
    "diners[0].answers.1: this must be a list",
  ],
  ["an id that is a number", withFirstDiner({ met: ["d1", 2] }), "diners[0].met[1]: this must be an id"],
])("says of %s which limit or entry it is", (name, content, sentence) => {
  const { status, stderr } = run(writeFile(`${name}.json`, content));
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
});

test.each([
  ["a diner", '"bookedAt": 0', '"__proto__": {}', 'diners[0]: Unrecognized key: "__proto__".'],
  [
    "the answers",
    '"1": [\n     1',
    '"__proto__": [\n     1',
    "diners[0].answers: there is no question __proto__.",
  ],
])("refuses __proto__ in %s", (name, from, to, sentence) => {
  const text = inputText.replace(from, to);
  expect(text).not.toBe(inputText);
  expect(run(writeFile(`__proto__ in ${name}.json`, text)).stderr).toContain(sentence);
});

test("an id may be called __proto__", () => {
  const { status, stdout } = run(writeFile("proto-id.json", inputText.replace('"d0"', '"__proto__"')));
  expect(status).toBe(0);
  expect(JSON.parse(stdout).tables[0].diners).toContain("__proto__");
});

const withCountries = (...countries: string[]) => ({
  ...withFirstQuestion({ kind: "country" }),
  diners: input.diners.map((diner, i) => ({ ...diner, answers: countries[i] ? { 1: [countries[i]] } : {} })),
});

test("takes countries by code or by name, and refuses unknown ones, other letter cases and a mixture", () => {
  const runWith = (...countries: string[]) =>
    run(writeFile(`${countries.join("-")}.json`, withCountries(...countries)));
  expect(runWith("HU", "HU", "DE").status).toBe(0);
  expect(runWith("Hungary", "Hungary", "Germany").status).toBe(0);
  expect(runWith("HU", "hu").stderr).toContain('diners[1].answers.1: there is no country "hu": write a code');
  expect(runWith("hungary").stderr).toContain('diners[0].answers.1: there is no country "hungary"');
  expect(runWith("XX").stderr).toContain('there is no country "XX"');
  expect(runWith("HU", "Hungary").stderr).toContain(
    "diners[1].answers.1: this is the name of a country, and answers before have the other form.",
  );
});

const hostile = "\u001b[2J\u0007\u009b31m\u202eevil\u200b\u{e0001}\u2028";
const escapedHostile = "\\u001b[2J\\u0007\\u009b31m\\u202eevil\\u200b\\udb40\\udc01\\u2028";
const isVisible = (text: string) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text.replaceAll("\n", ""));

test.each<[string, unknown]>([
  ["an id", withFirstDiner({ id: hostile, avoid: [hostile] })],
  [
    "a country",
    { ...withFirstQuestion({ kind: "country" }), ...{ diners: [{ id: "d0", answers: { 1: [hostile] } }] } },
  ],
  ["a question", withFirstDiner({ answers: { [hostile]: [1] } })],
  ["an unknown field", withFirstDiner({ [hostile]: 1 })],
  ["an unknown field of the file", { ...input, [hostile]: 1 }],
  ["what is no JSON", hostile],
])("never prints %s of the file raw on standard error", (name, content) => {
  const { status, stderr } = run(writeFile(`raw ${name}.json`, content));
  expect(status).toBe(1);
  expect(isVisible(stderr), JSON.stringify(stderr)).toBe(true);
  if (name !== "an id") expect(stderr).toContain("\\u001b[2J\\u0007\\u009b31m");
});

test("escapes ids and venues on standard output, which stays the same JSON", () => {
  const text = inputText.replaceAll('"d0"', JSON.stringify(hostile)).replaceAll('"v"', '"v\u202e"');
  const inputFile = writeFile("output.json", text);
  const { status, stdout } = run(inputFile);
  expect(status).toBe(0);
  expect(isVisible(stdout)).toBe(true);
  expect(stdout).toContain(escapedHostile);
  const seating = JSON.parse(stdout);
  expect(seating.tables[0]).toMatchObject({ venue: "v\u202e", diners: expect.arrayContaining([hostile]) });
  expect(run("--verify", inputFile, writeFile("output-result.json", stdout)).status).toBe(0);
});

test("escapes the names of files", () => {
  const name = "\u001b[31m\u009b\u202e\n.json";
  for (const args of [
    [`/nowhere/${name}`],
    [writeFile(name, "")],
    ["--verify", writeFile("good.json", input), name],
  ]) {
    const { status, stderr } = run(...args);
    expect([status, isVisible(stderr)]).toEqual([1, true]);
    expect(stderr).toContain("\\u001b[31m\\u009b\\u202e\\u000a.json");
    expect(stderr.split("\n")).toHaveLength(1);
  }
});

const manyDiners = (count: number, more: object = {}) => ({
  ...input,
  venues: [{ id: "v", tables: 0 }],
  diners: Array.from({ length: count }, (_, i) => ({
    id: `d${i}`,
    ...(i === count - 1 ? more : {}),
  })),
});

test("finds what is wrong in a file of long lists", () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => `${i}`.padStart(40, "d"));
  const diners = ids.map((id, i) => ({
    id,
    avoid: i < 19_999 ? Array.from({ length: 30 }, (_, k) => ids[(i + k + 1) % 20_000]) : ["x"],
  }));
  const file = writeFile("long-lists.json", { ...input, diners });
  const { status, stderr } = run(file);
  // The folder may be in memory.
  rmSync(file);
  expect([status, stderr]).toEqual([1, `${file}: diners[19999].avoid[0]: there is no diner "x".`]);
});

test("refuses a file above 90 MB", () => {
  const file = writeFile("big.json", `${JSON.stringify(input)}`);
  truncateSync(file, 90_000_001);
  expect(run(file)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("The file is larger than 90 MB"),
  });
  writeFileSync(file, JSON.stringify(input).padEnd(90_000_000));
  expect(run(file).status).toBe(0);
  truncateSync(file, 20_000_000_000);
  expect(run(file).stderr).toContain("The file is larger than 90 MB");
});

test.runIf(process.platform !== "win32")("stops reading what has no end", () => {
  expect(run("/dev/zero").stderr).toContain("The file is larger than 90 MB");
});

test("refuses what is not UTF-8", () => {
  const file = writeFile("latin1.json", "");
  writeFileSync(file, Buffer.from(JSON.stringify(withFirstDiner({ id: "é" })), "latin1"));
  expect(run(file).stderr).toContain("The file is not text in UTF-8.");
});

test("takes 20,000 diners and not one more", () => {
  expect(run(writeFile("20000.json", manyDiners(20_000))).status).toBe(0);
  const avoid = Array.from({ length: 19_999 }, (_, i) => `d${i}`);
  expect(run(writeFile("avoid.json", manyDiners(20_000, { avoid }))).status).toBe(0);
  expect(run(writeFile("20001.json", manyDiners(20_001))).stderr).toContain(
    "diners: there are more than 20,000 diners.",
  );
});

test("takes as many venues, questions, choices and tables as the limits and not one more", () => {
  const venues = (count: number) => ({
    ...input,
    venues: Array.from({ length: count }, (_, i) => ({ id: i ? `v${i}` : "v", tables: 1 })),
  });
  const questions = (count: number) => ({
    ...input,
    questions: Array.from({ length: count }, (_, i) => ({ ...input.questions[0], id: i + 1 })),
  });
  const cases: [content: object, tooMany: object, sentence: string][] = [
    [venues(1_000), venues(1_001), "venues: there are more than 1,000 venues."],
    [questions(200), questions(201), "questions: there are more than 200 questions."],
    [withFirstQuestion({ choices: 100 }), withFirstQuestion({ choices: 101 }), "from 0 to 100."],
    [
      { ...input, venues: [{ id: "v", tables: 20_000 }] },
      { ...input, venues: [{ id: "v", tables: 20_001 }] },
      "venues[0].tables: this must be a whole number from 0 to 20,000.",
    ],
    [
      withFirstDiner({ id: "x".repeat(100) }),
      withFirstDiner({ id: "x".repeat(101) }),
      "diners[0].id: Too big",
    ],
  ];
  for (const [content, tooMany, sentence] of cases) {
    expect(run(writeFile("limit.json", content)).status).toBe(0);
    expect(run(writeFile("above.json", tooMany)).stderr).toContain(sentence);
  }
});

const relations = '{"avoid":["\\u009b"],"met":[]}';

/** A record whose hashes fit, whatever is in it. */
function writeRecord(name: string, frame: string, entry: string): [file: string, resultHash: string] {
  const hash = hashSalted("salt", entry);
  const entriesHash = hashEntries(frame, [hash]);
  const groups = [{ number: 0, venueId: null, salt: "salt", hash: hashGroup("salt", [hash], null) }];
  const record = { frame, entriesHash, rulesVersion, seatingHash: "x", groups };
  const standbyHash = groups[0]?.hash ?? "";
  const resultHash = hashResult({
    entriesHash,
    rulesVersion,
    seatingHash: "x",
    standbyHash,
    tableHashes: [],
  });
  const entries = [{ hash, salt: "salt", entry, relationsSalt: "salt", relations, groupNumber: 0 }];
  return [writeFile(`${name}.json`, { ...input, record: { ...record, resultHash, entries } }), resultHash];
}

test.each([
  ["an entry of null", "{}", "null", "The record has an entry that is not the JSON of an object."],
  ["an entry that is no JSON", "{}", "{", "The record has an entry that is not the JSON of an object."],
  [
    "a wrong match input",
    '{"questions":[],"venues":[]}',
    JSON.stringify({ id: "a", relationsHash: hashSalted("salt", relations) }),
    'The record has no valid match input: diners[0].avoid[0]: there is no diner "\\u009b".',
  ],
])("refuses a record with %s in one sentence", (name, frame, entry, sentence) => {
  const [file, resultHash] = writeRecord(name, frame, entry);
  const { status, stderr } = run("--verify", file, resultHash);
  expect(status).toBe(1);
  expect(stderr).toBe(sentence);
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

test.each([
  [["/nowhere/input.json"], "There is no file"],
  [[folder], "can't be read"],
  [[], "Usage"],
])("refuses the arguments %j", (args, sentence) => {
  const { status, stderr } = run(...(args as string[]));
  expect(status).toBe(1);
  expect(stderr).toContain(sentence);
});
