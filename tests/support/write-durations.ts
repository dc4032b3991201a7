import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

export const durationsFile = new URL("../durations.json", import.meta.url);

/** Writes how long each file took, in seconds. The next run starts with the longest. */
export default class WriteDurations implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const seconds = Object.fromEntries(
      modules.map((module) => [module.relativeModuleId, Math.round(module.diagnostic().duration / 1000)]),
    );
    const names = Object.keys(seconds).sort();
    writeFileSync(
      durationsFile,
      `${JSON.stringify(Object.fromEntries(names.map((name) => [name, seconds[name]])), null, 2)}\n`,
    );
  }
}
