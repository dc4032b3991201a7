import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { node, root } from "#app/cli/project.mjs";
import { addOwner, createMemoryFolder, removeLeftovers } from "./support/memory-folder.mjs";

const hasMemory = process.platform === "linux" && existsSync("/dev/shm");
const parent = mkdtempSync(join(hasMemory ? "/dev/shm" : tmpdir(), "memory-"));
afterAll(() => rmSync(parent, { recursive: true }));

/** Returns the id of a process that has created a folder and was killed. */
function createAndBeKilled(): number {
  const script = `import { createMemoryFolder } from "./tests/support/memory-folder.mjs";
    createMemoryFolder(${JSON.stringify(parent)});
    process.kill(process.pid, "SIGKILL");`;
  const { pid, signal } = spawnSync(node, ["--input-type=module", "--eval", script], { cwd: root });
  expect(signal).toBe("SIGKILL");
  return pid;
}

test.runIf(hasMemory)("a run of the tests removes the folders of runs that were killed, and no other", () => {
  const ours = createMemoryFolder(parent);
  if (!ours) throw new Error("The memory has no room");
  const killed = createAndBeKilled();
  createAndBeKilled();
  mkdirSync(join(parent, "oten-tests-being-created"));
  mkdirSync(join(parent, "of another program"));
  const [orphaned = ""] = readdirSync(parent).filter(
    (name) => existsSync(join(parent, name, "owners")) && join(parent, name) !== ours,
  );
  addOwner(join(parent, orphaned), process.pid);
  addOwner(ours, killed);
  expect(readdirSync(parent)).toHaveLength(5);

  removeLeftovers(parent);
  expect(readdirSync(parent).sort()).toEqual(
    ["of another program", "oten-tests-being-created", orphaned, ours.slice(parent.length + 1)].sort(),
  );
  removeLeftovers("/no/such/folder");
});
