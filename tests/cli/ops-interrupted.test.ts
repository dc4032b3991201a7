import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { own } from "#app/cli/club-lock.ts";
import { node, root } from "#app/cli/prepare.mjs";

test("Ctrl+C ends a command in the middle with 130 and not a word", async () => {
  const folder = mkdtempSync(join(tmpdir(), "oten-silent-"));
  const ownership = own(folder);
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
    ownership?.end();
    rmSync(folder, { recursive: true });
  });
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  ownership?.leaveAddress({ url: `http://127.0.0.1:${port}`, token: "any", vars: {} });

  const child = spawn(node, ["app/cli/ops.mjs", "venue", "list", "--persist-to", folder], { cwd: root });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  await once(silent, "request");
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([130, null]);
  expect(said).toBe("");
}, 60_000);
