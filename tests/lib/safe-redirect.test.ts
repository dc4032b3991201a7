import { expect, test } from "vitest";
import { safeRedirect } from "#app/lib/safe-redirect.ts";

const site = "https://oten.example";
const lands = (target: string) => new URL(safeRedirect(target, "/home"), `${site}/login`).origin;

test.each(["/quiz", "/events?date=2026-11-27#top", "/a/../b"])("%s is ours", (target) => {
  expect(lands(target)).toBe(site);
  expect(safeRedirect(target, "/home")).not.toBe("/home");
});

test.each([null, undefined, "", "quiz", "https://evil.example", "javascript:alert(1)"])(
  "%s leads home",
  (target) => {
    expect(safeRedirect(target, "/home")).toBe("/home");
  },
);

test("a hundred thousand hostile targets, and none leaves the site", () => {
  const pieces = [
    "/",
    "\\",
    "\t",
    "\n",
    "\r",
    " ",
    "//",
    ":",
    "@",
    "?",
    "#",
    "%2f",
    "%5c",
    "%09",
    ".",
    "..",
    "\u0000",
  ];
  const words = ["evil.example", "https:", "javascript:", "oten.example", "x", "\u3002", "\uff0f", "[::1]"];
  const all = [...pieces, ...words];
  let seed = 5;
  const pick = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return all[seed % all.length];
  };
  for (let i = 0; i < 100_000; i++) {
    const target = `/${Array.from({ length: 1 + (i % 7) }, pick).join("")}`;
    const safe = safeRedirect(target, "/home");
    expect(
      new URL(safe, `${site}/login`).origin === site && safe.startsWith("/"),
      JSON.stringify(target),
    ).toBe(true);
  }
});
