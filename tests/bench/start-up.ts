import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { root } from "#app/cli/project.mjs";
import { median } from "./median.ts";

export const measureBundleBytes = () =>
  gzipSync(readFileSync(join(root, "build/worker/entry.worker.js"))).length;

/** How much longer a fresh workerd takes to the first response with our bundle than with an empty Worker. */
export async function measureStartUpMs(): Promise<number> {
  const oursMs: number[] = [];
  const emptyMs: number[] = [];
  for (let round = 0; round < 5; round++) {
    oursMs.push(await measureFirstResponseMs());
    emptyMs.push(await measureFirstResponseMs("export default { fetch: () => new Response() }"));
  }
  return median(oursMs) - median(emptyMs);
}

async function measureFirstResponseMs(source?: string): Promise<number> {
  const worker = createLocalWorker({ vars: { APP_ENV: "production" }, withoutAssets: true, script: source });
  const url = await worker.ready;
  const startedAt = performance.now();
  await (await fetch(new URL("/robots.txt", url), { redirect: "manual" })).text();
  const tookMs = performance.now() - startedAt;
  await worker.dispose();
  return tookMs;
}

export async function measureNpmStart(): Promise<{ firstSeconds: number; secondSeconds: number }> {
  const folder = mkdtempSync(join(tmpdir(), "oten-clone-"));
  execFileSync("git", ["clone", "--quiet", root, folder]);
  const firstSeconds = await measureSecondsUntilServing(folder);
  const secondSeconds = await measureSecondsUntilServing(folder);
  rmSync(folder, { recursive: true });
  return { firstSeconds, secondSeconds };
}

function measureSecondsUntilServing(folder: string): Promise<number> {
  const startedAt = performance.now();
  const club = spawn("npm", ["start", "--", "--port", "8799"], { cwd: folder, detached: true });
  return new Promise((resolve, reject) => {
    let output = "";
    let tookSeconds = 0;
    club.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      if (tookSeconds || !output.includes("Stop it with")) return;
      tookSeconds = (performance.now() - startedAt) / 1000;
      if (club.pid) process.kill(-club.pid, "SIGTERM");
    });
    club.on("exit", () =>
      tookSeconds ? resolve(tookSeconds) : reject(new Error(`npm start ended early:\n${output}`)),
    );
  });
}
