import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { readLock } from "#app/cli/dependencies/lock.ts";
import { node, nodePackages, root } from "#app/cli/prepare.mjs";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const lock = readLock(root);

test("packages run no script while they are installed", () => {
  const { stdout } = spawnSync("npm", ["config", "get", "ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, npm_config_ignore_scripts: undefined },
  });
  expect(stdout.trim()).toBe("true");
});

test("the Node that runs this is a package whose hash is known", () => {
  const path = relative(realpathSync(root), realpathSync(node)).replace(/\/bin\/node$/, "");
  expect(lock.packages[path]).toMatchObject({
    version: process.versions.node,
    integrity: expect.stringMatching(/^sha512-/),
  });
});

test("package.json has one version of Node for each system", () => {
  const { optionalDependencies } = JSON.parse(read("package.json"));
  expect(Object.keys(optionalDependencies).sort()).toEqual(Object.values(nodePackages).sort());
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
});
