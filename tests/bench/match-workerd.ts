import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

export interface LargeRun {
  hash: string;
  seconds: number;
  megabytes: number;
}

const kernelFolder = fileURLToPath(new URL("../../app/matching/kernel", import.meta.url));

export async function startMatchWorker(): Promise<Miniflare> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("match-worker.ts", import.meta.url))],
    bundle: true,
    format: "esm",
    conditions: ["workerd"],
    external: ["*.wasm"],
    write: false,
    logLevel: "error",
  });
  const modules = ["tables.wasm", "groups.wasm"].map((name) => ({
    type: "CompiledWasm" as const,
    path: name,
    contents: readFileSync(join(kernelFolder, name)),
  }));
  return new Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0]?.text ?? "" }, ...modules],
    compatibilityDate: "2026-01-01",
  });
}

/** The memory is above workerd's own. */
export async function matchInWorkerd(count: number): Promise<LargeRun> {
  const worker = await startMatchWorker();
  await worker.ready;
  await request(worker, count);
  const pid = findWorkerdPid(process.pid);
  const before = readUsage(pid);
  const { hash } = await request(worker, count);
  const after = readUsage(pid);
  await worker.dispose();
  return {
    hash,
    seconds: after.seconds - before.seconds,
    megabytes: after.peakMegabytes - before.peakMegabytes,
  };
}

async function request(worker: Miniflare, count: number): Promise<{ hash: string }> {
  const response = await worker.dispatchFetch(`http://localhost/?count=${count}`);
  return (await response.json()) as { hash: string };
}

function findWorkerdPid(parent: number): number {
  const list = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" });
  const line = list.split("\n").find((each) => each.includes(` ${parent} `) && each.includes("workerd"));
  return Number(line?.trim().split(/\s+/)[0]);
}

/** Linux counts CPU time in hundredths of a second. */
function readUsage(pid: number): { seconds: number; peakMegabytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const peakKilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return {
    seconds: (Number(fields[11]) + Number(fields[12])) / 100,
    peakMegabytes: Number(peakKilobytes) / 1024,
  };
}
