import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { root } from "#app/cli/prepare.mjs";
import { median } from "./median.ts";

export const bundleSize = () => gzipSync(readFileSync(join(root, "build/worker/entry.worker.js"))).length;

/** What our code adds to the first answer of a fresh workerd, next to an empty Worker's. */
export async function startUpMilliseconds(): Promise<number> {
  const ours: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < 5; round++) {
    ours.push(await firstAnswer());
    empty.push(await firstAnswer("export default { fetch: () => new Response() }"));
  }
  return median(ours) - median(empty);
}

async function firstAnswer(source?: string): Promise<number> {
  const worker = createLocalWorker({ vars: { APP_ENV: "production" }, withoutAssets: true, script: source });
  const url = await worker.ready;
  const before = performance.now();
  await (await fetch(new URL("/robots.txt", url))).text();
  const took = performance.now() - before;
  await worker.dispose();
  return took;
}

/** Seconds from `npm start` on a bare clone to a running club, and from the second one. */
export async function startSeconds(): Promise<{ first: number; second: number }> {
  const folder = mkdtempSync(join(tmpdir(), "oten-clone-"));
  execFileSync("git", ["clone", "--quiet", root, folder]);
  const first = await untilServing(folder);
  const second = await untilServing(folder);
  rmSync(folder, { recursive: true });
  return { first, second };
}

function untilServing(folder: string): Promise<number> {
  const before = performance.now();
  const club = spawn("npm", ["start", "--", "--port", "8799"], { cwd: folder, detached: true });
  return new Promise((resolve, reject) => {
    let said = "";
    let took = 0;
    club.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      if (took || !said.includes("Stop it with")) return;
      took = (performance.now() - before) / 1000;
      if (club.pid) process.kill(-club.pid, "SIGTERM");
    });
    club.on("exit", () => (took ? resolve(took) : reject(new Error(`npm start ended early:\n${said}`))));
  });
}
