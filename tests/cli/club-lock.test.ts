import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { own } from "#app/cli/club-lock.ts";
import { node, root } from "#app/cli/prepare.mjs";

/** Owns a folder and forgets that it does, as a server does once it has started. */
const forgetful = `
  import { own } from "#app/cli/club-lock.ts";
  const isMine = own(process.argv[1]) !== undefined;
  for (let i = 0; i < 20; i++) { gc(); await new Promise(setImmediate); }
  console.log(isMine);
  setInterval(() => {}, 1000);
`;

test("a folder stays its owner's while they run, whatever is swept up meanwhile, and no longer", async () => {
  const folder = mkdtempSync(join(tmpdir(), "oten-owner-"));
  const owner = spawn(node, ["--expose-gc", "--input-type=module", "--eval", forgetful, folder], {
    cwd: root,
  });
  const said = await new Promise<string>((resolve) =>
    owner.stdout.once("data", (data) => resolve(String(data))),
  );
  expect(said.trim()).toBe("true");
  expect(own(folder)).toBeUndefined();
  owner.kill("SIGKILL");
  await new Promise((resolve) => owner.once("close", resolve));
  const mine = own(folder);
  expect(mine).toBeDefined();
  mine?.end();
  rmSync(folder, { recursive: true });
});
