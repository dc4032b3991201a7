import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { findMissingTests, namesTests, readRows, withoutNamedTests } from "#tests/support/named-tests.ts";

const clauseCount = 157;

const rows = readRows(readFileSync(join(root, "docs/specification.md"), "utf8"));

test("every clause of the specification has a row, in order", () => {
  expect(rows.map(([number]) => Number(number))).toEqual(
    Array.from({ length: clauseCount }, (_, i) => i + 1),
  );
});

test("every clause names tests or a decision, and they exist", () => {
  const missing = rows.flatMap(([number, , shownBy = ""]) => {
    const decisions = [...shownBy.matchAll(/\[decision (\d+)\]\((decisions\/0*(\d+)-[^)]+)\)/g)];
    const isShown = namesTests(shownBy) || decisions.length > 0;
    const others = withoutNamedTests(shownBy)
      .split("; ")
      .filter((part) => part !== "" && !decisions.some(([link]) => link === part));
    return [
      ...(isShown ? [] : [`clause ${number} names no test and no decision`]),
      ...others.map((part) => `clause ${number}: “${part}” is no test and no decision`),
      ...findMissingTests(shownBy).map((problem) => `clause ${number}: ${problem}`),
      ...decisions
        .filter(([, said, path = "", own]) => said !== own || !existsSync(join(root, "docs", path)))
        .map(([, said]) => `clause ${number}: there is no decision ${said} like this`),
    ];
  });
  expect(missing).toEqual([]);
});
