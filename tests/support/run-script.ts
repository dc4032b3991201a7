import { spawn } from "node:child_process";
import { node, root } from "#app/cli/project.mjs";

export interface CommandOutput {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a file of app/cli in its own process, in this project or in a copy of it. */
export function runScript(
  file: string,
  args: string[],
  folder = root,
  variables: Record<string, string> = {},
): Promise<CommandOutput> {
  const child = spawn(node, [`app/cli/${file}`, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    // Wrangler prints what it does, and looks for no update of itself.
    env: {
      ...process.env,
      WRANGLER_LOG: undefined,
      WRANGLER_HIDE_BANNER: "true",
      // A developer's own club is none of the tests'.
      ...(folder === root ? { CLUB_FILE: "" } : {}),
      ...variables,
    },
  });
  const output: CommandOutput = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.err += chunk;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...output, code })));
}
