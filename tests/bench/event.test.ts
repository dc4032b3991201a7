import { expect, test } from "vitest";
import { summarize } from "./event-figures.ts";
import { runEvent } from "./run-event.ts";

/** The measurement reads /proc. */
const isLinux = process.platform === "linux";

test.runIf(isLinux)("the measurement of an event seats everybody, and counts emails and calls", async () => {
  const options = { diners: 12, events: 1, kills: 0, asksForAccountEmail: false, cronEveryMs: 1_000 };
  const run = await runEvent(options);
  expect(run.failures).toEqual([]);
  const row = summarize(options, run);
  expect(row).toMatchObject({ diners: 12, emails: 12, doubled: 0 });
  expect(row.seated + row.standby).toBe(12);
  for (const figure of ["wallMs", "tablesMs", "memoryMb", "calls", "statements", "longestValue"] as const)
    expect(row[figure], figure).toBeGreaterThan(0);
  expect(row.calls).toBeLessThanOrEqual(Math.min(row.statements, 300));
  expect(run.invocations.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["cron", "makeTables", "sendEmails"]),
  );
});
