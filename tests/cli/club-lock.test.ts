import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockClub } from "#app/cli/club-lock.ts";
import { node, root } from "#app/cli/project.mjs";

/** Locks a folder, keeps no reference to the lock and collects garbage. */
const script = `
  import { lockClub } from "#app/cli/club-lock.ts";
  const isLocked = lockClub(process.argv[1]) !== undefined;
  for (let i = 0; i < 20; i++) { gc(); await new Promise(setImmediate); }
  console.log(isLocked);
  setInterval(() => {}, 1000);
`;

test("only you can read the folder of a new club", () => {
  const folder = mkdtempSync(join(tmpdir(), "oten-lock-"));
  lockClub(join(folder, "drill"))?.release();
  expect(statSync(join(folder, "drill")).mode & 0o777).toBe(0o700);
  rmSync(folder, { recursive: true });
});

test("a process keeps its lock through garbage collection and loses it when it is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "oten-lock-"));
  const owner = spawn(node, ["--expose-gc", "--input-type=module", "--eval", script, folder], {
    cwd: root,
  });
  const output = await new Promise<string>((resolve) =>
    owner.stdout.once("data", (data) => resolve(String(data))),
  );
  expect(output.trim()).toBe("true");
  expect(lockClub(folder)).toBeUndefined();
  owner.kill("SIGKILL");
  await new Promise((resolve) => owner.once("close", resolve));
  const lock = lockClub(folder);
  expect(lock).toBeDefined();
  lock?.release();
  rmSync(folder, { recursive: true });
});
