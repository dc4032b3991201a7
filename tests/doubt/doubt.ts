/**
 * `npm run doubt`: breaks the product in one small way for each promise that docs/promises.md doubts, and fails where a test that
 * the row names still passes. `-- NAME …` doubts some, and `-- --tenth` those of this commit.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { node, root, toolEnvironment } from "#app/cli/project.mjs";
import { readDoubtedRows } from "./doubted-rows.ts";
import { mutations } from "./mutations.ts";
import { type Mutation, switchMutations } from "./switch-mutations.ts";

const copied = ["app", "docs", "migrations", "public", "tests", "package.json", "package-lock.json"];
const settings = ["tsconfig.json", "vite.config.ts", "wrangler.toml", "worker-configuration.d.ts"];

const { values, positionals } = parseArgs({
  options: { tenth: { type: "boolean" } },
  allowPositionals: true,
});
const rows = readDoubtedRows();
const names = chooseNames();
console.log(`Doubting ${names.length} of ${Object.keys(mutations).length} promises.`);

const folder = mkdtempSync(join(tmpdir(), "oten-doubt-"));
const survivors: string[] = [];
try {
  for (const name of [...copied, ...settings])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (let left = names; left.length > 0; ) left = doubt(left);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `\n${names.length - survivors.length} of ${names.length} promises are held by a test.` +
    (survivors.length > 0 ? ` Still passing when broken: ${survivors.join(", ")}.` : ""),
);
process.exit(survivors.length > 0 ? 1 : 0);

function chooseNames(): string[] {
  const all = Object.keys(mutations);
  const unknown = positionals.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`There is no mutation ${unknown.join(", ")}.`);
  if (positionals.length > 0) return positionals;
  if (!values.tenth) return all;
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" });
  const start = Number.parseInt(commit.slice(0, 8), 16) % 10;
  return all.filter((_, i) => i % 10 === start);
}

/** Builds with as many of these as fit together, tries them, and returns the others. */
function doubt(wanted: string[]): string[] {
  const inSql = wanted.filter((name) => find(name).file.endsWith(".sql"));
  const inCode = Map.groupBy(
    wanted.filter((name) => !inSql.includes(name)),
    (name) => find(name).file,
  );
  const left: string[] = [];
  for (const [file, some] of inCode) {
    const chosen = Object.fromEntries(some.map((name) => [name, find(name)]));
    const switched = switchMutations(file, readFileSync(join(root, file), "utf8"), chosen);
    writeFileSync(join(folder, file), switched.source);
    left.push(...switched.left);
  }
  const { status, stderr } = run("npm", ["run", "--silent", "build"]);
  if (status !== 0) throw new Error(`The product does not build with its mutations:\n${stderr}`);
  const now = wanted.filter((name) => !left.includes(name));
  const tests = [...new Set(now.flatMap((name) => rows.get(name)?.tests ?? []))];
  checkUndoubted(tests);
  for (const name of now) {
    const isHeld = !doesPassDoubted(name);
    if (!isHeld) survivors.push(name);
    console.log(`${isHeld ? "held  " : "PASSES"} ${name}`);
  }
  for (const file of inCode.keys()) cpSync(join(root, file), join(folder, file));
  return left;
}

/** Some tests rest on those before them in their file, so that file is run whole. */
const wholeFiles = new Set<string>();

function checkUndoubted(tests: NamedTest[]): void {
  const alone = runTests(tests);
  if (alone.status === 0) return;
  for (const [, file = ""] of alone.stdout.matchAll(/^ ❯ +\w+ +(tests\/\S+) \(/gm)) wholeFiles.add(file);
  const { status, stdout } = runTests(tests);
  if (status !== 0) throw new Error(`The tests fail already, without a doubt:\n${stdout.slice(-10_000)}`);
}

function doesPassDoubted(name: string): boolean {
  const { file, from, to } = find(name);
  const isSql = file.endsWith(".sql");
  const changed = isSql ? file : "build/worker/entry.worker.js";
  const before = readFileSync(join(folder, changed), "utf8");
  writeFileSync(
    join(folder, changed),
    isSql ? before.replace(from, () => to) : `globalThis.doubted=${JSON.stringify(name)};${before}`,
  );
  try {
    return runTests(rows.get(name)?.tests ?? [], name).status === 0;
  } finally {
    writeFileSync(join(folder, changed), before);
  }
}

interface NamedTest {
  file: string;
  name: string;
}

/** Tests named in files that are run whole, then all others. */
function runTests(tests: NamedTest[], doubted = "") {
  const [inWhole, alone] = [true, false].map((isWhole) =>
    tests.filter(({ file }) => wholeFiles.has(file) === isWhole),
  ) as [NamedTest[], NamedTest[]];
  const pattern = alone.map(({ name }) => escapePattern(name)).join("|");
  const first = inWhole.length > 0 ? runFiles(inWhole, [], doubted) : { status: 0, stdout: "" };
  return first.status !== 0 || alone.length === 0 ? first : runFiles(alone, ["-t", pattern], doubted);
}

function runFiles(tests: NamedTest[], options: string[], doubted: string) {
  const files = [...new Set(tests.map(({ file }) => file))];
  const bail = doubted ? ["--bail", "1"] : [];
  const args = ["--config", "tests/vitest.config.ts", ...files, ...options, ...bail];
  const setDoubted = `data:text/javascript,globalThis.doubted=${JSON.stringify(doubted)}`;
  const environment = { NODE_OPTIONS: `--import ${encodeURI(setDoubted)}`, WRANGLER_LOG: "error" };
  return run(node, ["node_modules/vitest/vitest.mjs", "run", ...args], environment);
}

function run(command: string, args: string[], environment: Record<string, string> = {}) {
  const env = { ...toolEnvironment, ...environment };
  return spawnSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 64 * 2 ** 20, env });
}

/** For a regular expression; vitest looks for a name within the titles of a test and its groups. */
function escapePattern(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function find(name: string): Mutation {
  const mutation = mutations[name];
  if (!mutation) throw new Error(`There is no mutation ${name}.`);
  return mutation;
}
