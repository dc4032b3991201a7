import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runExclusively } from "#app/cli/prepare.mjs";
import { node, root } from "#app/cli/project.mjs";

const folder = mkdtempSync(join(tmpdir(), "oten-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Logs the begin and the end of its work. With a log named "killed" it kills itself in between. */
const script = `
  import { appendFileSync, existsSync } from "node:fs";
  import { runExclusively } from ${JSON.stringify(join(root, "app/cli/prepare.mjs"))};
  const [log, done] = process.argv.slice(1);
  runExclusively(${JSON.stringify(join(folder, "lock"))}, () => existsSync(done), () => {
    appendFileSync(log, "began ");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    if (log.endsWith("killed")) process.kill(process.pid, "SIGKILL");
    appendFileSync(log, "ended ");
    appendFileSync(done, "");
  });`;
const args = (name: string) => [
  "--input-type=module",
  "--eval",
  script,
  join(folder, name),
  join(folder, `${name}.done`),
];
const run = (name: string) =>
  new Promise<number | null>((resolve) => spawn(node, args(name), { stdio: "ignore" }).on("close", resolve));

test("one of six processes does the work, even after an earlier owner of the lock was killed", async () => {
  expect(spawnSync(node, args("killed")).signal).toBe("SIGKILL");
  expect(readFileSync(join(folder, "killed"), "utf8")).toBe("began ");
  expect(readdirSync(folder)).toContain("lock");
  expect(await Promise.all(Array.from({ length: 6 }, () => run("six")))).toEqual([0, 0, 0, 0, 0, 0]);
  expect(readFileSync(join(folder, "six"), "utf8")).toBe("began ended ");
  expect(readdirSync(folder).filter((name) => name.startsWith("lock"))).toEqual([]);
});

test("waiting for a living owner of the lock ends with an error after the timeout", () => {
  const lock = join(folder, "held");
  mkdirSync(join(lock, String(process.ppid)), { recursive: true });
  expect(() =>
    runExclusively(
      lock,
      () => false,
      () => appendFileSync(join(folder, "worked"), ""),
      300,
    ),
  ).toThrow(`Process ${process.ppid} has been preparing this for too long: stop it, or delete ${lock}.`);
  expect(existsSync(join(folder, "worked"))).toBe(false);
  expect(readdirSync(folder).filter((name) => name.startsWith("held"))).toEqual(["held"]);
});
