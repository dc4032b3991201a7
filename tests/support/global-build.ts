import { spawnSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import { node, root } from "#app/cli/project.mjs";
import { makeQuickBuild } from "./quick-hashes.ts";

/** Many tests run the built Worker, and would say nothing of code that was changed since. */
export default function buildWorker(project: TestProject) {
  build();
  project.onTestsRerun(build);
}

function build() {
  // In a process of its own, because vitest says "test" there, and Vite would build for that.
  const { NODE_ENV, ...env } = process.env;
  const script = 'import { build } from "./app/cli/prepare.mjs"; build();';
  const { status } = spawnSync(node, ["--input-type=module", "--eval", script], {
    cwd: root,
    stdio: "inherit",
    // A developer's own club is none of the tests'.
    env: { ...env, CLUB_FILE: "" },
  });
  if (status !== 0) process.exit(1);
  makeQuickBuild();
}
