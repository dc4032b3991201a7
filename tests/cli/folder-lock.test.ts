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
import { oneAtATime } from "#app/cli/folder-lock.mjs";
import { node, root } from "#app/cli/prepare.mjs";

const folder = mkdtempSync(join(tmpdir(), "oten-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Notes that it began and that it ended, a while apart; the first is killed in between, if it is to be. */
const script = `
  import { appendFileSync, existsSync } from "node:fs";
  import { oneAtATime } from ${JSON.stringify(join(root, "app/cli/folder-lock.mjs"))};
  const [log, done] = process.argv.slice(1);
  oneAtATime(${JSON.stringify(join(folder, "lock"))}, () => existsSync(done), () => {
    appendFileSync(log, "began ");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    if (log.endsWith("dies")) process.kill(process.pid, "SIGKILL");
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

test("of six who do a thing at once one does it, though who had it before them died over it", async () => {
  expect(spawnSync(node, args("dies")).signal).toBe("SIGKILL");
  expect(readFileSync(join(folder, "dies"), "utf8")).toBe("began ");
  expect(readdirSync(folder)).toContain("lock");
  expect(await Promise.all(Array.from({ length: 6 }, () => run("six")))).toEqual([0, 0, 0, 0, 0, 0]);
  expect(readFileSync(join(folder, "six"), "utf8")).toBe("began ended ");
  expect(readdirSync(folder).filter((name) => name.startsWith("lock"))).toEqual([]);
});

test("who lives and does not end is waited for no longer than patience lasts", () => {
  const lock = join(folder, "held");
  mkdirSync(join(lock, String(process.ppid)), { recursive: true });
  expect(() =>
    oneAtATime(
      lock,
      () => false,
      () => appendFileSync(join(folder, "worked"), ""),
      300,
    ),
  ).toThrow(`Process ${process.ppid} has been preparing this for too long: stop it, or delete ${lock}.`);
  expect(existsSync(join(folder, "worked"))).toBe(false);
  expect(readdirSync(folder).filter((name) => name.startsWith("held"))).toEqual(["held"]);
});
