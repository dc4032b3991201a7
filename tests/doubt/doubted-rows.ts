import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#app/cli/project.mjs";
import { listNamedTests, readRows } from "#tests/support/named-tests.ts";

export interface DoubtedRow {
  sentences: string[];
  tests: { file: string; name: string }[];
}

/** The third cell of a row of docs/promises.md names the mutations that its tests must notice. */
export function readDoubtedRows(): Map<string, DoubtedRow> {
  const found = new Map<string, DoubtedRow>();
  for (const [sentence = "", tests = "", doubts = ""] of readRows(
    readFileSync(join(root, "docs/promises.md"), "utf8"),
  ))
    for (const name of doubts.split("; ").filter(Boolean)) {
      const row = found.get(name) ?? { sentences: [], tests: [] };
      row.sentences.push(sentence);
      row.tests.push(...listNamedTests(tests));
      found.set(name, row);
    }
  return found;
}
