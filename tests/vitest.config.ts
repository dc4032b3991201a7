import { defineConfig } from "vitest/config";
import SlowFilesFirst from "./support/slow-files-first.ts";

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
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
    // The test files of a worker share imports, because Miniflare takes two seconds to import.
    isolate: false,
  },
});
