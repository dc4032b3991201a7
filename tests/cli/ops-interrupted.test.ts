import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockClub } from "#app/cli/club-lock.ts";
import { describeInterruption, noteChange } from "#app/cli/ops/terminal.ts";
import { node, root } from "#app/cli/project.mjs";

test.each([
  [["venue", "list"], "Interrupted.\n"],
  [
    ["venue", "add", "--name", "Kakukk", "--address", "Fő utca 1", "--tables", "1", "--price", "1"],
    "Interrupted. Nothing was changed.\n",
  ],
])("Ctrl+C ends %s with exit code 130 and one line", async (command, line) => {
  const folder = mkdtempSync(join(tmpdir(), "oten-interrupted-"));
  const lock = lockClub(folder);
  const silentServer = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    silentServer.closeAllConnections();
    silentServer.close();
    lock?.release();
    rmSync(folder, { recursive: true });
  });
  await once(silentServer, "listening");
  const { port } = silentServer.address() as AddressInfo;
  lock?.publishAddress({ url: `http://127.0.0.1:${port}`, token: "any", vars: {} });

  const child = spawn(node, ["app/cli/ops.mjs", ...command, "--persist-to", folder], { cwd: root });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  await once(silentServer, "request");
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([130, null]);
  expect(output).toBe(line);
});

test("an interrupted change says what the cron does only where it does", () => {
  const change = { summary: "close table 2", apply: async () => ({ message: "", data: {} }) };
  noteChange({ ...change, isFinishedByCron: true });
  expect(describeInterruption()).toBe("Interrupted. What was begun is finished by the cron.");
  noteChange({ ...change, isRepeatable: true });
  expect(describeInterruption()).toBe(
    "Interrupted. Some of it may be done: run the command again for the rest.",
  );
  noteChange(change);
  expect(describeInterruption()).toBe("Interrupted.");
});
