import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { findMissingTests, namesTests, readRows } from "#tests/support/named-tests.ts";
import { listSentences, normalizeText } from "#tests/support/texts.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const [, promised = "", unpromised = ""] =
  /^([\s\S]*)^## Sentences that promise nothing$([\s\S]*)/m.exec(read("docs/promises.md")) ?? [];

const rows = readRows(promised).map(([sentence = "", tests = ""]) => ({
  sentence: normalizeText(sentence),
  tests,
}));

const marked = unpromised
  .split("\n")
  .filter((line) => line.startsWith("- "))
  .map((line) => normalizeText(line.slice(2)));

/** What people read: screens, emails, `--help` and the quiz. */
const texts = [
  ...listSentences("app/{auth,components,emails,http,lib,payments,routes}/**/*.{ts,tsx}"),
  ...listSentences("app/operations/**/*.ts", "description"),
  ...listSentences("app/models/quiz/quiz.server.ts"),
  ...listSentences("migrations/*.sql"),
].filter(({ file }) => !file.startsWith("app/routes/desk"));
const documents = listSentences("{README.md,docs/**/*.md,.github/SECURITY.md}").filter(
  ({ file }) => file !== "docs/promises.md" && file !== "docs/specification.md",
);
const known = new Set([...texts, ...documents].map(({ sentence }) => sentence));

const promising =
  /\b(?:will|won't|never|always|only|until|within|nobody|everybody|anybody|free|refund(?:s|ed|able)?|deletes?|deleted|priority|at no cost|everything|everyone|for good|short time)\b|'ll\b|\bcosts \w+ nothing\b/i;

/** Names for the log and lists of choices are no sentences, and questions promise nothing. */
const speaks = (sentence: string) =>
  !sentence.startsWith("[") && /^[A-Z…“]|[.:]$|\b(?:we|you)\b/.test(sentence) && !sentence.endsWith("?");

test("every promise still stands word for word where people read it", () => {
  expect(rows.length).toBeGreaterThan(100);
  const gone = [...rows.map(({ sentence }) => sentence), ...marked].filter(
    (sentence) => !known.has(sentence),
  );
  expect(gone, "take these lines out of docs/promises.md, or write them as they read now").toEqual([]);
});

test("every promise names tests that exist", () => {
  const missing = rows.flatMap(({ sentence, tests }) =>
    namesTests(tests) ? findMissingTests(tests) : [`“${sentence}” names no test`],
  );
  expect(missing).toEqual([]);
});

test("every sentence with a word of promise is in docs/promises.md", () => {
  const listed = new Set([...rows.map(({ sentence }) => sentence), ...marked]);
  const missing = texts
    .filter(({ sentence }) => promising.test(sentence.replaceAll(/step-free/gi, "")) && speaks(sentence))
    .filter(({ sentence }) => !listed.has(sentence))
    .map(({ sentence }) => sentence);
  expect(
    [...new Set(missing)],
    "Each of these sentences sounds like a promise. Add it to docs/promises.md: a row “| sentence | `tests/….test.ts`: name of the test that fails when it is broken |” below those to whom it is promised, or a line “- sentence” below Sentences that promise nothing.",
  ).toEqual([]);
});
