import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** The newest workerd that this process has started. */
export function findWorkerdPid(): number {
  const list = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" });
  const lines = list
    .split("\n")
    .filter((line) => line.includes(` ${process.pid} `) && line.includes("workerd"));
  return Math.max(...lines.map((line) => Number(line.trim().split(/\s+/)[0])));
}

/** Linux counts CPU time in hundredths of a second. */
export function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** In nanoseconds, but without threads that have ended. */
export function readThreadsMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000_000;
}

const readMegabytes = (pid: number, name: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

export const readMemoryMb = (pid: number) => readMegabytes(pid, "VmRSS");

export const readPeakMemoryMb = (pid: number) => readMegabytes(pid, "VmHWM");

/** The peak is counted from now on. */
export const resetPeakMemory = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, "5");
