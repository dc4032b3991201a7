import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonProblem, findOffset, type JsonPath } from "#app/cli/scan-json.ts";

const problemOf = (text: string) => {
  const problem = findJsonProblem(text);
  return problem && [problem.path.join("."), problem.offset, problem.message];
};

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test("JSON has no problem, with any space between its tokens", () => {
  fc.assert(
    fc.property(
      fc.json({ noUnicodeString: false }),
      fc.constantFrom("", " ", "\n", "\t", 2),
      (json, space) => {
        fc.pre(!json.includes("__proto__"));
        expect(problemOf(json)).toBeUndefined();
        expect(problemOf(JSON.stringify(JSON.parse(json), null, space))).toBeUndefined();
      },
    ),
  );
});

test("what JSON.parse refuses is refused, and nothing else is called no JSON", () => {
  const piece = fc.constantFrom(
    ...'{}[]:,"\\u0a1-+.eE \n/'.split(""),
    "true",
    "nul",
    "null",
    '"a":',
    "\\u00e9",
    "\u0001",
    "[[",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const problem = findJsonProblem(text);
      if (isJson(text)) expect(problem?.message).not.toBe("");
      else expect(problem).toBeDefined();
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ["", 0],
  ['{"a":1,}', 7],
  ["[1,]", 3],
  ["[01]", 2],
  ["[1.]", 3],
  ["[1e]", 3],
  ["[-]", 2],
  ['["\n"]', 2],
  ['["\\x"]', 4],
  ["{} {}", 3],
  ["[}", 1],
  ["[1}", 2],
  ["\uFEFF{}", 0],
  ["{}//", 2],
])("%j is no JSON from its character %i on", (text, offset) => {
  expect(findJsonProblem(text)).toMatchObject({ offset, message: "" });
});

test.each([
  ['{"a": 1, "b": 2, "a": 3}', "a", 17, "this name is there twice."],
  ['{"a": [{"b": 1, "\\u0062": 2}]}', "a.0.b", 16, "this name is there twice."],
  ['{"a": {"__proto__": 1}}', "a.__proto__", 7, "this name is not allowed."],
  ['{"\\u005f_proto__": 1}', "__proto__", 1, "this name is not allowed."],
  [`{"a":{"${"k".repeat(2_000)}":1}}`, "a", 6, "it has a name that is too long."],
])("%s is refused with the place of the name", (text, path, offset, message) => {
  expect(problemOf(text)).toEqual([path, offset, message]);
});

test("names may repeat in different objects", () => {
  expect(problemOf('[{"a": {"a": 1}}, {"a": 1}]')).toBeUndefined();
});

test.each([
  ["a list", (count: number) => JSON.stringify({ x: Array(count).fill(0) }), 20_000, "x"],
  ["diners", (count: number) => JSON.stringify({ diners: Array(count).fill({}) }), 20_000, "diners"],
  ["venues", (count: number) => JSON.stringify({ venues: Array(count).fill({}) }), 1_000, "venues"],
  ["questions", (count: number) => JSON.stringify({ questions: Array(count).fill({}) }), 200, "questions"],
  [
    "the names of an object",
    (count: number) =>
      JSON.stringify({ x: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])) }),
    200,
    "x",
  ],
  ["levels", (count: number) => "[".repeat(count) + "]".repeat(count), 100, ""],
] as const)("%s may be as many as the limit and not one more", (_, write, limit, path) => {
  expect(problemOf(write(limit))).toBeUndefined();
  expect(problemOf(write(limit + 1))?.[0]).toBe(path);
});

test("a text may have two million values and not one more", () => {
  const list = `[${Array(19_999).fill(0).join()}]`;
  const lists = Array(99).fill(list).join();
  const write = (more: number) => `{"x":[${lists},[${Array(more).fill(0).join()}]]}`;
  // 99 lists of 20,000 values with themselves, the last list, the list around them and the object.
  const rest = 2_000_000 - 99 * 20_000 - 3;
  expect(problemOf(write(rest))).toBeUndefined();
  expect(problemOf(write(rest + 1))?.[2]).toBe("there are more than 2,000,000 values.");
});

test("the offset of a path is where its value begins, or the deepest value around it", () => {
  const text =
    '{"a": {"x": [1, 2]},\n "diners": [{"id": "d0"}, {"id": "d1", "met": [], "avoid": ["a", "b"]}]}';
  const at = (...path: JsonPath) => text.slice(findOffset(text, path));
  expect(at("diners", 1, "avoid", 1)).toBe('"b"]}]}');
  expect(at("diners", 1, "met")).toBe('[], "avoid": ["a", "b"]}]}');
  expect(at("diners", 1, "venue")).toBe('{"id": "d1", "met": [], "avoid": ["a", "b"]}]}');
  expect(at("diners", 0)).toBe('{"id": "d0"}, {"id": "d1", "met": [], "avoid": ["a", "b"]}]}');
  expect(at("a", "x", 1)).toMatch(/^2/);
  expect(at("venues")).toBe(text);
  expect(at()).toBe(text);
});
