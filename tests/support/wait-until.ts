import { setTimeout } from "node:timers/promises";

/** For what hangs, and never for what is slow. */
const maxMinutes = 15;

/** Like `expect.poll`, which works in tests only: measurements wait too. */
export async function waitUntil(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { pauseMs = 20 } = {},
): Promise<void> {
  const endsAt = performance.now() + maxMinutes * 60_000;
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error(`Waited ${maxMinutes} minutes until ${what}.`);
    await setTimeout(pauseMs);
  }
}
