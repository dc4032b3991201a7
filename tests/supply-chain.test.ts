import { spawnSync } from "node:child_process";
import { globSync, readFileSync, realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { node, nodePackages, root } from "#app/cli/project.mjs";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const lock: { packages: Record<string, { integrity?: string; inBundle?: boolean; link?: boolean }> } =
  JSON.parse(read("package-lock.json"));
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== "" && !link);

test("package.json names every package that code imports", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  const imported = globSync(["app/**/*.{ts,tsx,mjs}", "tests/**/*.{ts,tsx,mjs}", "*.ts"], { cwd: root })
    .filter((path) => !path.startsWith("app/matching/kernel/assembly/"))
    .flatMap((path) => ts.preProcessFile(read(path)).importedFiles.map(({ fileName }) => fileName))
    .filter((name) => /^[@a-z]/.test(name) && !isBuiltin(name) && !/^(cloudflare|virtual):/.test(name))
    .map((name) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? name);
  const undeclared = imported.filter((name) => !(name in { ...dependencies, ...devDependencies }));
  expect([...new Set(undeclared)]).toEqual([]);
});

test("package-lock.json has a hash of every package", () => {
  const missing = packages.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  expect(missing.map(([path]) => path)).toEqual([]);
});

test("a package without a hash of its own comes inside a package that has one", () => {
  for (const [path] of packages.filter(([, { inBundle }]) => inBundle)) {
    const container = path.slice(0, path.lastIndexOf("/node_modules/"));
    expect(lock.packages[container], path).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) });
  }
});

test("package-lock.json names no address that a package is taken from", () => {
  expect(read("package-lock.json")).not.toContain('"resolved"');
});

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

test("every action is pinned by the hash of a commit, with its version in a comment", () => {
  const workflows = globSync(".github/workflows/*.{yml,yaml}", { cwd: root });
  const uses = workflows.flatMap((path) => read(path).match(/^.*\buses:.*$/gm) ?? []);
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test("a workflow may read the repository only, and keeps no credentials", () => {
  for (const path of globSync(".github/workflows/*.{yml,yaml}", { cwd: root })) {
    const workflow = read(path);
    expect(workflow).toMatch(/^permissions: \{\}$/m);
    expect(workflow.match(/^\s+[\w-]+: write$/gm)).toBeNull();
    expect(workflow).not.toContain("pull_request_target");
    expect(workflow.match(/persist-credentials: false/g)?.length).toBe(
      workflow.match(/uses: actions\/checkout@/g)?.length,
    );
  }
});

test("the update bot keeps the majors of Remix, React and Node", () => {
  const config = read(".github/dependabot.yml");
  for (const name of ['"@remix-run/*"', "react", "react-dom", '"node-linux-*"'])
    expect(config).toContain(
      `- dependency-name: ${name}\n        update-types: [version-update:semver-major]\n`,
    );
});
