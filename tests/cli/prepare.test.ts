import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { listSources } from "#app/cli/prepare.mjs";
import { root } from "#app/cli/project.mjs";

test("the Worker is built again after a change of what is in it, and not after one of a command", () => {
  const folder = join(root, "build/worker");
  const { sources }: { sources: string[] } = JSON.parse(
    readFileSync(join(folder, "entry.worker.js.map"), "utf8"),
  );
  const inWorker = sources
    .map((file) => resolve(folder, decodeURI(file)))
    .filter((file) => file.startsWith(join(root, "app/")));
  const watched = listSources();
  expect(inWorker.length).toBeGreaterThan(200);
  expect(inWorker.filter((file) => !watched.includes(file))).toEqual([]);
  const commands = /app\/(cli|make)\//;
  expect(watched.filter((file) => commands.test(file))).toEqual([]);
});
