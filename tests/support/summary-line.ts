import type { Reporter, TestModule } from "vitest/node";

/** Prints the totals as the last line of a run. A test file that can't be loaded counts as a failure. */
export default class SummaryLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string) => states.filter((each) => each === state).length;
    const failedModules = modules.filter((module) => module.errors().length > 0).length;
    const line = `${count("passed")} passed, ${count("failed") + failedModules + errors.length} failed`;
    process.once("exit", () => console.log(count("skipped") ? `${line}, ${count("skipped")} skipped` : line));
  }
}
