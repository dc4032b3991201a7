import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { findWorkerdPid, readCpuMs, readPeakMemoryMb } from "./workerd-process.ts";

export interface LargeRun {
  hash: string;
  seconds: number;
  megabytes: number;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

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
  const kernel = {
    type: "CompiledWasm" as const,
    path: "tables.wasm",
    contents: readFileSync(join(root, "app/matching/kernel/tables.wasm")),
  };
  return new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0]?.text ?? "" }, kernel],
      compatibilityDate: "2026-01-01",
    }),
  );
}

/** The memory is above workerd's own. */
export async function matchInWorkerd(count: number): Promise<LargeRun> {
  const worker = await startMatchWorker();
  await worker.ready;
  await request(worker, count);
  const pid = findWorkerdPid();
  const [cpuMs, memoryMb] = [readCpuMs(pid), readPeakMemoryMb(pid)];
  const { hash } = await request(worker, count);
  const seconds = (readCpuMs(pid) - cpuMs) / 1000;
  const megabytes = readPeakMemoryMb(pid) - memoryMb;
  await worker.dispose();
  return { hash, seconds, megabytes };
}

async function request(worker: Miniflare, count: number): Promise<{ hash: string }> {
  const response = await worker.dispatchFetch(`http://localhost/?count=${count}`);
  return (await response.json()) as { hash: string };
}
