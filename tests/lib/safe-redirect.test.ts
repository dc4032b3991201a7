import { expect, test } from "vitest";
import { safeRedirect } from "#app/lib/safe-redirect.ts";
import { generateHostilePaths } from "#tests/support/hostile-paths.ts";

const site = "https://oten.example";
const resolvedOrigin = (target: string) => new URL(safeRedirect(target, "/home"), `${site}/login`).origin;

test.each(["/quiz", "/events?date=2026-11-27#top", "/a/../b"])("keeps %s", (target) => {
  expect(resolvedOrigin(target)).toBe(site);
  expect(safeRedirect(target, "/home")).not.toBe("/home");
});

test.each([null, undefined, "", "quiz", "https://evil.example", "javascript:alert(1)"])(
  "replaces %s with the fallback",
  (target) => {
    expect(safeRedirect(target, "/home")).toBe("/home");
  },
);

test("keeps all of a hundred thousand hostile targets on the site", () => {
  for (const target of generateHostilePaths(100_000)) {
    const safe = safeRedirect(target, "/home");
    expect(
      new URL(safe, `${site}/login`).origin === site && safe.startsWith("/"),
      JSON.stringify(target),
    ).toBe(true);
  }
});
