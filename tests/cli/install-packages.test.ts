import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { node, nodePackages, root } from "#app/cli/project.mjs";

const nodePackage = nodePackages[`${process.platform}-${process.arch}`] ?? "";

/** A clone whose npm has installed these packages, and has linked none of their programs, as npm 10 does. */
function makeClone(installed: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "oten-install-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ofCli = ["prepare.mjs", "project.mjs", "terminal-text.mjs"].map((name) => `app/cli/${name}`);
  for (const name of [...ofCli, "package-lock.json"]) cpSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  for (const name of installed)
    cpSync(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  writeFileSync(join(folder, "npm"), "#!/bin/sh\n", { mode: 0o755 });
  return folder;
}

const install = (folder: string) =>
  spawnSync(
    node,
    [
      "--input-type=module",
      "-e",
      'import { installPackages } from "./app/cli/prepare.mjs"; installPackages();',
    ],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    },
  );

test("a Node that npm did not link is linked", () => {
  const folder = makeClone([nodePackage]);
  expect(install(folder)).toMatchObject({ status: 0, stderr: "" });
  const { stdout } = spawnSync(join(folder, "node_modules/.bin/node"), ["-v"], { encoding: "utf8" });
  expect(stdout.trim()).toBe(process.version);
});

test("a system for which there is no Node is told so", () => {
  const { status, stderr } = install(makeClone([]));
  expect(stderr).toBe(
    `Öten brings its own Node 26, and package.json has none for ${process.platform}-${process.arch}.\n`,
  );
  expect(status).toBe(1);
});
