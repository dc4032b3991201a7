import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { readDoubtedRows } from "#tests/doubt/doubted-rows.ts";
import { mutations } from "#tests/doubt/mutations.ts";
import { type Mutation, switchMutations } from "#tests/doubt/switch-mutations.ts";

const doubt = (source: string, mutation: Pick<Mutation, "from" | "to">) =>
  switchMutations("part.ts", source, { broken: { file: "part.ts", ...mutation } }).source;

test("every mutation has one place in the product, and is named by a promise with a test", () => {
  for (const [name, mutation] of Object.entries(mutations)) {
    const source = readFileSync(join(root, mutation.file), "utf8");
    expect([name, source.split(mutation.from).length]).toEqual([name, 2]);
    if (!mutation.file.endsWith(".sql")) switchMutations(mutation.file, source, { [name]: mutation });
  }
  const rows = readDoubtedRows();
  expect([...rows.keys()].sort()).toEqual(Object.keys(mutations).sort());
  for (const [name, { tests }] of rows) expect([name, tests.length > 0]).toEqual([name, true]);
});

test.each([
  [
    "const limitMs = 24 * hourMs;",
    "24",
    "72",
    'const limitMs = (globalThis.doubted === "broken" ? (72) : (24)) * hourMs;',
  ],
  [
    "const limits = { linkMs: hourMs };",
    "linkMs: hourMs",
    "linkMs: 2 * hourMs",
    'const limits = { linkMs: (globalThis.doubted === "broken" ? (2 * hourMs) : (hourMs)) };',
  ],
  [
    "query(sql`a = 1 and b = 2`);",
    "and b",
    "or b",
    'query((globalThis.doubted === "broken" ? (sql`a = 1 or b = 2`) : (sql`a = 1 and b = 2`)));',
  ],
])("a mutation becomes a choice between two expressions: %s", (source, from, to, switched) => {
  expect(doubt(source, { from, to })).toBe(switched);
});

test("a mutation without its place is refused", () => {
  expect(() => doubt("const one = 1;", { from: "two", to: "three" })).toThrow("no place");
  expect(() => doubt("const one = 1 + 1;", { from: "1", to: "3" })).toThrow("more than one place");
});
