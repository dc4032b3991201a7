import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import durations from "./durations.json" with { type: "json" };
import LongFilesFirst from "./support/long-files-first.ts";

const root = new URL("..", import.meta.url).pathname;

/** Two more than cores, because a worker often waits for a program or for a time limit. More than five were never tried. */
const maxWorkers = Math.min(5, availableParallelism() + 2);

/** For what hangs, and never for what is slow: other programs may have the processor for minutes. */
const hangingMs = 1_800_000;

const all = "tests/**/*.test.{ts,tsx}";
const slow = "tests/**/*.slow.test.{ts,tsx}";
const browser = "tests/e2e/**/*.test.{ts,tsx}";
const pure = "tests/{auth,components,http,images,lib,matching}/**/*.test.{ts,tsx}";
const build = "tests/support/global-build.ts";
const browserAndBuild = [build, "tests/support/global-browser.ts"];

/** Of `--drawn`, for the programs of two projects. */
const env = JSON.parse(process.env.MOVED_CLOCK ?? "{}");

/** So many seconds make a file one that `--drawn` may leave out. */
const longSeconds = 10;

/** Of `--drawn`: one of each four long files that take about as long runs. */
function drawLeftOut(commit: string): string[] {
  const long = Object.entries(durations).filter(([, seconds]) => seconds >= longSeconds);
  const files = long.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([file]) => file);
  const hash = createHash("sha256").update(commit).digest();
  return files.filter((_, i) => (hash[Math.floor(i / 4)] ?? 0) % 4 !== i % 4);
}

const leftOut = process.env.DRAWN_FROM ? drawLeftOut(process.env.DRAWN_FROM) : [];

/** In the order in which they run: each has processes of its own, and the shortest files come last. */
const projects = [
  { name: "slow", include: [slow], exclude: leftOut, globalSetup: browserAndBuild },
  { name: "browser", include: [browser], exclude: [slow, ...leftOut], globalSetup: browserAndBuild },
  { name: "worker", include: [all], exclude: [slow, browser, pure, ...leftOut], globalSetup: [build], env },
  { name: "pure", include: [pure], exclude: [slow, ...leftOut], env },
];

/** Tests that call a loader import its route, whose scripts only the build makes. */
const withoutPageScripts = {
  name: "without-page-scripts",
  enforce: "pre" as const,
  load: (id: string) => (id.endsWith("?worker&url") ? 'export default "/assets/page-script.js"' : undefined),
};

export default defineConfig({
  plugins: [withoutPageScripts],
  root,
  test: {
    setupFiles: ["tests/support/fail-on-console-error.ts"],
    reporters: ["default", "./tests/support/summary-line.ts"],
    testTimeout: hangingMs,
    expect: { poll: { timeout: hangingMs / 2 } },
    hookTimeout: hangingMs,
    maxWorkers,
    sequence: { sequencer: LongFilesFirst },
    // The test files of a worker share imports, because Miniflare takes two seconds to import.
    isolate: false,
    projects: projects.map((test) => ({ extends: true as const, test })),
  },
});
