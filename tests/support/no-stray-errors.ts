import { afterEach, beforeEach, expect, vi } from "vitest";

/** An error that nobody expected to be logged is a failure. A test that expects one takes it with `loggedErrors`. */
const spy = vi.spyOn(console, "error");

beforeEach(() => {
  spy.mockReset().mockImplementation(() => {});
});

afterEach(() => {
  expect(loggedErrors(), "console.error was called").toEqual([]);
});

export function loggedErrors(): string[] {
  const lines = spy.mock.calls.map((call) => call.join(" "));
  spy.mockClear();
  return lines;
}
