/** The same night in workerd: the hash, the CPU it took there, and the memory above workerd's own. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

export interface Big {
  hash: string;
  seconds: number;
  megabytes: number;
}

const kernel = fileURLToPath(new URL("../../app/matching/kernel", import.meta.url));

/** A Worker that makes up a night, and seats it when it is asked again. */
export async function matchWorker(): Promise<Miniflare> {
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
    contents: readFileSync(join(kernel, name)),
  }));
  return new Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0]?.text ?? "" }, ...modules],
    compatibilityDate: "2026-01-01",
  });
}

export async function inWorkerd(count: number): Promise<Big> {
  const worker = await matchWorker();
  await worker.ready;
  await ask(worker, count);
  const pid = workerdBelow(process.pid);
  const before = usage(pid);
  const { hash } = await ask(worker, count);
  const after = usage(pid);
  await worker.dispose();
  return { hash, seconds: after.seconds - before.seconds, megabytes: after.peak - before.peak };
}

async function ask(worker: Miniflare, count: number): Promise<{ hash: string }> {
  const answer = await worker.dispatchFetch(`http://localhost/?count=${count}`);
  return (await answer.json()) as { hash: string };
}

function workerdBelow(parent: number): number {
  const list = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" });
  const line = list.split("\n").find((each) => each.includes(` ${parent} `) && each.includes("workerd"));
  return Number(line?.trim().split(/\s+/)[0]);
}

/** Linux counts a process's CPU in hundredths of a second. */
function usage(pid: number): { seconds: number; peak: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, peak: Number(peak) / 1024 };
}
