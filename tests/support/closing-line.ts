import type { Reporter, TestModule } from "vitest/node";

/** The last line of every run. A file that could not even be read counts as a failure. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const count = (state: string) => states.filter((one) => one === state).length;
    const unread = modules.filter((module) => module.errors().length > 0).length;
    const line = `${count("passed")} passed, ${count("failed") + unread + errors.length} failed`;
    process.once("exit", () => console.log(count("skipped") ? `${line}, ${count("skipped")} skipped` : line));
  }
}
