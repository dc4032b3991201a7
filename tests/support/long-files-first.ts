import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { durationsFile } from "./write-durations.ts";

/** A process that starts with a long file at the end of the run works alone. Each project has processes of its own. */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds: Record<string, number> = JSON.parse(readFileSync(durationsFile, "utf8"));
    const projects = this.ctx.projects.map(({ name }) => name);
    const describe = (file: TestSpecification) => ({
      project: projects.indexOf(file.project.name),
      // A new file may be long.
      seconds: seconds[relative(this.ctx.config.root, file.moduleId)] ?? Infinity,
      file,
    });
    return files
      .map(describe)
      .sort((a, b) => a.project - b.project || (a.seconds < b.seconds ? 1 : -1))
      .map(({ file }) => file);
  }
}
