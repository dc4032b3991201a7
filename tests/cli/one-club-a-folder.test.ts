import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { noteServed, refuseWhileAnotherRuns } from "#app/cli/build-club.ts";

test("a club isn't built over another one that runs from the same folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "oten-served-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "served");
  refuseWhileAnotherRuns("Fem Stolar", file);
  noteServed("Mesa de Cinco", file);
  refuseWhileAnotherRuns("Mesa de Cinco", file);
  expect(() => refuseWhileAnotherRuns("Fem Stolar", file)).toThrow(
    /^Mesa de Cinco runs from this folder .*, and Fem Stolar would take its files away\./,
  );
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(file, JSON.stringify({ pid, name: "Mesa de Cinco" }));
  refuseWhileAnotherRuns("Fem Stolar", file);
});
