import { globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { problemCommands } from "#app/lib/health.ts";
import { nouns, operationsWithoutNoun } from "#app/operations/operations.ts";
import { drawCharts, readResults, renderBenchmarksPage } from "./bench/results.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const exists = (path: string) => statSync(join(root, path), { throwIfNoEntry: false }) !== undefined;

const pages = globSync(["*.md", "docs/**/*.md", ".github/**/*.md"], { cwd: root });
const decisions = globSync("docs/decisions/0*.md", { cwd: root }).map((path) => path.slice(15));

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

const findInPages = (find: (text: string, page: string) => string[]) =>
  pages.flatMap((page) => find(read(page), page).map((name) => `${page}: ${name}`));

/** As GitHub makes them of headings. */
const listAnchors = (text: string) =>
  matches(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );

const leadsSomewhere = (link: string, page: string) => {
  const [file = "", anchor] = link.split("#");
  const path = file ? join(dirname(page), file) : page;
  return exists(path) && (!anchor || listAnchors(read(path)).includes(anchor));
};

test("every relative link of the documentation leads to a file, and to a heading that it names", () => {
  const broken = findInPages((text, page) =>
    matches(text, /(?:\]\(|src=")([^)"\s]+)/g)
      .filter((link) => !/^(https?:|mailto:)/.test(link))
      .filter((link) => !leadsSomewhere(link, page)),
  );
  expect(broken).toEqual([]);
});

test("every path that the documentation names exists", () => {
  const missing = findInPages((text, page) =>
    matches(text, /(?<![\w/.:#-])((?:app|docs|migrations|public|tests)\/[\w./$[\]-]*\w)/g).filter(
      (path) => !exists(path) && !exists(join(dirname(page), path)),
    ),
  );
  expect(missing).toEqual([]);
});

test("every page of the documentation that the code names exists", () => {
  const files = globSync(["app/**/*.{ts,tsx,mjs}", "tests/**/*.{ts,mjs}", "*.{ts,toml}"], { cwd: root });
  const missing = files.flatMap((file) =>
    matches(read(file), /(?<![\w/.])(docs\/[\w./-]+\.(?:md|json))/g)
      .filter((path) => !exists(path))
      .map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("every npm script that the documentation names exists", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const unknown = findInPages((text) =>
    matches(text, /npm run (?:-s |--silent )?([\w:-]+)/g).filter((name) => !Object.hasOwn(scripts, name)),
  );
  expect(unknown).toEqual([]);
});

test("the operator's settings page lists every setting and secret", () => {
  const page = read("docs/operating/settings.md");
  const [, generated = ""] =
    /interface __BaseEnv_Env \{([^}]*)\}/.exec(read("worker-configuration.d.ts")) ?? [];
  const names = [generated, read("app/env.d.ts")].flatMap((text) =>
    matches(text, /^\s+([A-Z_]+)\??: string;/gm),
  );
  expect(names).toContain("SITE_URL");
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

const operatingPages = globSync("docs/operating/*.md", { cwd: root });

test("the index of the operator's pages lists each", () => {
  const index = read("docs/operating/README.md");
  const names = operatingPages.map((path) => basename(path)).filter((name) => name !== "README.md");
  expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

test("the operator's pages name every command, and what to do about every problem", () => {
  const text = [...operatingPages, "docs/deposit.md"].map(read).join("\n");
  const commands = Object.entries(nouns).flatMap(([noun, { operations }]) =>
    operations.map(({ verb, isDefault }) => (isDefault ? noun : `${noun} ${verb}`)),
  );
  expect(
    [...commands, ...operationsWithoutNoun.map(({ verb }) => verb)].filter((name) => !text.includes(name)),
  ).toEqual([]);
  const [problems = ""] = read("docs/operating/when-something-is-wrong.md").split("\n## ");
  expect(Object.keys(problemCommands).filter((name) => !problems.includes(`\`${name}\``))).toEqual([]);
});

test("every log event in a table of the documentation is logged", () => {
  const sources = globSync("app/**/*.{ts,tsx}", { cwd: root }).map(read).join("\n");
  const unknown = findInPages((text) => {
    const [, ...tables] = text.split(/^\| Event +\|.*\n/m);
    const events = tables.flatMap((table) => matches(table.split("\n\n")[0] ?? "", /^\| `([^`]+)`/gm));
    return events.filter((event) => !sources.includes(`"${event}"`));
  });
  expect(unknown).toEqual([]);
});

test("decisions are numbered without gaps, in their file names and titles", () => {
  const numbers = decisions.map((name) => Number(name.slice(0, 4))).sort((a, b) => a - b);
  expect(numbers).toEqual(decisions.map((_, i) => i + 1));
  for (const name of decisions) {
    expect(read(`docs/decisions/${name}`), name).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
  }
});

test("the index of the decisions lists each with its title", () => {
  const index = read("docs/decisions/README.md");
  for (const name of decisions) {
    const [, title] = /^# \d+\. (.+)/.exec(read(`docs/decisions/${name}`)) ?? [];
    expect(index).toContain(`[${title}](${name})`);
  }
});

test("the pictures of the documentation are small", () => {
  const pictures = globSync("docs/**/*.{webp,png,jpg,svg}", { cwd: root });
  expect(pictures.filter((path) => statSync(join(root, path)).size > 120_000)).toEqual([]);
});

test("the benchmark tables and charts show the figures of benchmarks.json", () => {
  const results = readResults();
  const page = read("docs/benchmarks.md");
  expect(renderBenchmarksPage(page, results)).toBe(page);
  for (const [name, svg] of Object.entries(drawCharts(results))) expect(read(name), name).toBe(svg);
});
