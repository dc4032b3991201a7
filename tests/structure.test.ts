import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";

/** What each folder or file of app/ may import from others. Each names only those that stand before it. */
const allowedImports: Record<string, string[]> = {
  lib: [],
  "log.ts": [],
  "trace.ts": [],
  http: ["lib"],
  images: ["lib", "log.ts"],
  matching: ["lib"],
  db: ["lib", "log.ts", "matching"],
  "job-context.ts": ["db", "lib"],
  "load-context.ts": ["db", "http", "job-context.ts", "lib"],
  models: ["db", "images", "lib", "matching"],
  emails: ["db", "job-context.ts", "lib", "log.ts", "matching", "models", "trace.ts"],
  payments: ["emails", "job-context.ts", "lib", "log.ts", "models", "trace.ts"],
  auth: ["db", "emails", "http", "lib", "log.ts", "models"],
  jobs: ["db", "emails", "job-context.ts", "lib", "log.ts", "matching", "models", "payments", "trace.ts"],
  components: ["http", "lib", "matching", "models", "payments"],
  operations: ["db", "emails", "jobs", "lib", "log.ts", "matching", "models", "payments"],
  desk: [
    "auth",
    "components",
    "db",
    "http",
    "job-context.ts",
    "lib",
    "load-context.ts",
    "log.ts",
    "models",
    "operations",
  ],
  routes: [
    "auth",
    "components",
    "db",
    "desk",
    "emails",
    "http",
    "images",
    "lib",
    "load-context.ts",
    "log.ts",
    "models",
    "payments",
  ],
  browser: ["components", "lib"],
  "root.tsx": ["auth", "components", "http", "lib", "log.ts"],
  "entry.server.tsx": ["components", "http", "lib", "log.ts"],
  "entry.worker.ts": [
    "auth",
    "db",
    "http",
    "images",
    "job-context.ts",
    "jobs",
    "lib",
    "load-context.ts",
    "log.ts",
  ],
  cli: ["auth", "db", "emails", "lib", "log.ts", "matching", "models", "operations"],
  make: ["cli", "emails", "lib"],
};

const files = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith("matching/kernel/assembly/"),
);

/** Relative to app/. The address of a script of a page, `?url`, is no import of its code. */
const importsOf = new Map(
  files.map((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, "app", file), "utf8"));
    const imported = importedFiles.map(({ fileName }) =>
      fileName.startsWith("#app/") ? fileName.slice("#app/".length) : join(dirname(file), fileName),
    );
    return [file, imported.filter((name) => files.includes(name))] as const;
  }),
);

const folderOf = (file: string) => file.split("/", 1)[0] ?? "";

test("imports of app/ go one way between its folders", () => {
  const refused = [...importsOf].flatMap(([file, imported]) =>
    imported
      .filter((name) => folderOf(name) !== folderOf(file))
      .filter((name) => !allowedImports[folderOf(file)]?.includes(folderOf(name)))
      .map((name) => `${file} imports ${name}`),
  );
  expect(refused).toEqual([]);
  const folders = Object.keys(allowedImports);
  for (const [index, folder] of folders.entries())
    expect(folders.slice(0, index)).toEqual(expect.arrayContaining(allowedImports[folder] ?? []));
});

/** Names that lead back to where they began. */
function findCircles(imports: Map<string, readonly string[]>): string[] {
  const done = new Set<string>();
  function findCircle(name: string, path: string[]): string[] | undefined {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const imported of imports.get(name) ?? []) {
      const circle = findCircle(imported, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  }
  return [...imports.keys()].flatMap((name) => findCircle(name, [])?.join(" → ") ?? []);
}

test("no file of app/ imports itself by way of others", () => {
  expect(findCircles(importsOf)).toEqual([]);
});

test("no folder of models imports itself by way of others", () => {
  const folders = new Map<string, string[]>();
  for (const [file, imported] of importsOf) {
    if (!file.startsWith("models/")) continue;
    const others = imported
      .filter((name) => name.startsWith("models/") && dirname(name) !== dirname(file))
      .map(dirname);
    folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), ...others]);
  }
  expect(findCircles(folders)).toEqual([]);
});
