import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/no-stray-errors.ts"],
    globalSetup: ["tests/support/one-browser.ts"],
    reporters: ["default", "./tests/support/closing-line.ts"],
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    maxWorkers: 2,
    // The test files of a worker share imports, because Miniflare takes two seconds to import.
    isolate: false,
  },
});
