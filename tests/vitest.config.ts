import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import SlowFilesFirst from "./support/slow-files-first.ts";

/** Two also on one core, because a worker often waits for a program that it started. More than four were never tried. */
const maxWorkers = Math.min(4, Math.max(2, availableParallelism()));

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/fail-on-console-error.ts"],
    globalSetup: ["tests/support/global-browser.ts"],
    reporters: ["default", "./tests/support/summary-line.ts"],
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    maxWorkers,
    sequence: { sequencer: SlowFilesFirst },
    // The test files of a worker share imports, because Miniflare takes two seconds to import.
    isolate: false,
  },
});
