import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { node, root, toolEnvironment } from "#app/cli/project.mjs";
import { copyProject } from "#tests/support/copy-project.ts";
import { findFreePort } from "#tests/support/free-port.ts";

const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");

/** Wrangler starts processes of its own, which end with the group. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  const exited = once(child, "exit");
  process.kill(-child.pid, "SIGTERM");
  await exited;
}

test("wrangler dev serves a club with the example's variables and its own migrations, at its own address", async () => {
  const project = copyProject();
  for (const name of [".club", "build", "public", "tsconfig.json", "vite.config.ts"])
    cpSync(join(root, name), join(project, name), { recursive: true });
  cpSync(join(project, ".dev.vars.example"), join(project, ".dev.vars"));
  // Its logs stay in the copy. Other tests hide what it prints.
  const env = {
    ...toolEnvironment,
    XDG_CONFIG_HOME: join(project, ".config"),
    CI: "1",
    WRANGLER_LOG: undefined,
    NO_COLOR: "1",
    FORCE_COLOR: undefined,
  };
  execFileSync(node, [wrangler, "d1", "migrations", "apply", "oten", "--local"], { cwd: project, env });

  const port = await findFreePort();
  const server = spawn(node, [wrangler, "dev", "--port", String(port)], {
    cwd: project,
    env,
    detached: true,
  });
  onTestFinished(() => end(server));
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  await expect.poll(() => output, { interval: 200 }).toContain(`Ready on http://localhost:${port}`);

  const origin = `http://localhost:${port}`;
  const open = (path: string, init?: RequestInit) => fetch(origin + path, { redirect: "manual", ...init });
  expect((await open("/")).status).toBe(200);
  const email = "somebody@oten.example";
  const forgotten = await open("/forgot-password", {
    method: "POST",
    headers: { Origin: origin, "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ email }),
  });
  expect(forgotten.status).toBe(200);
  expect((await open("/dev/outbox")).status).toBe(200);
  expect(output).not.toContain("ERROR");
});
