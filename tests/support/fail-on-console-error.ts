import { afterEach, beforeEach, expect, vi } from "vitest";

/** Any call fails the test, unless the test takes it with `takeConsoleErrors`. */
const errorSpy = vi.spyOn(console, "error");

beforeEach(() => {
  errorSpy.mockReset().mockImplementation(() => {});
});

afterEach(() => {
  expect(takeConsoleErrors(), "console.error was called").toEqual([]);
});

export function takeConsoleErrors(): string[] {
  const lines = errorSpy.mock.calls.map((call) => call.join(" "));
  errorSpy.mockClear();
  return lines;
}
