import { afterAll, expect, test, vi } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";

const hostile = "\u001b[2Jevil\u202e\u009b31m";
const escaped = "\\u001b[2Jevil\\u202e\\u009b31m";

const worker = createLocalWorker({
  vars: {},
  withoutAssets: true,
  script: `export default {
    fetch() {
      console.log(${JSON.stringify(`to stdout ${hostile}`)});
      console.error(${JSON.stringify(`to stderr ${hostile}`)});
      return new Response();
    },
  }`,
});
afterAll(() => worker.dispose());

test("a local club escapes what its Worker prints, so that no visitor sends commands to the terminal", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const errors: string[] = [];
  await worker.dispatchFetch("http://localhost/");
  await expect
    .poll(() => {
      errors.push(...takeConsoleErrors());
      return errors.join();
    })
    .toContain("to stderr");
  await expect.poll(() => log.mock.calls.join()).toContain("to stdout");
  const lines = log.mock.calls.join();
  log.mockRestore();
  expect(lines).toContain(`to stdout ${escaped}`);
  expect(errors.join()).toContain(`to stderr ${escaped}`);
});
