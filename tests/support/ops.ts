import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scheduler } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import { type ClubLock, lockClub } from "#app/cli/club-lock.ts";
import { openClub } from "#app/cli/ops/open-club.ts";
import { runOps } from "#app/cli/ops/run-ops.ts";
import { createJobLog, exitCodes, type Terminal } from "#app/cli/ops/terminal.ts";
import { startRpcServer } from "#app/cli/rpc.ts";
import { takeBackup } from "#app/models/backup/backup.server.ts";
import type { Club } from "./club.ts";
import { type CommandOutput, runScript } from "./run-script.ts";

interface Ops {
  folder: string;
  /** Runs a command in this process, on the bindings of the club. */
  run(...args: string[]): Promise<CommandOutput>;
  /** As `run`, for somebody at a terminal who answers the question, or each of several, and then says nothing more. */
  runAndAnswer(answer: string | string[], ...args: string[]): Promise<CommandOutput>;
  /** Runs with --json, and throws when the command fails. */
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own shape, which its test asserts
  json(...args: string[]): Promise<any>;
  /** Runs a command in its own process, which reaches the club by local RPC. */
  spawn(...args: string[]): Promise<CommandOutput>;
  /** Every row of the database as JSON. */
  dumpRows(): Promise<string>;
  /** A hash of every row but who was looked at, which shows whether anything changed. */
  hashRows(): Promise<string>;
}

/** Runs a command in its own process, on the club in the folder. */
export const spawnOps = (folder: string, ...args: string[]): Promise<CommandOutput> =>
  runScript("ops.mjs", [...args, "--persist-to", folder]);

/** Runs a command in this process, which opens the club in the folder itself. */
export const runOpsIn = (folder: string, ...args: string[]): Promise<CommandOutput> =>
  runInProcess(folder, args, openClub);

/** Lets `ops` commands reach the running club of a test file. */
export function connectOps(club: Club, vars: Partial<Env> = {}): Ops {
  const folder = mkdtempSync(join(tmpdir(), "oten-ops-"));
  let lock: ClubLock | undefined;
  let env: Env;
  beforeAll(async () => {
    lock = lockClub(folder);
    const bucket = (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket;
    env = {
      DB: club.binding,
      AVATARS: bucket,
      APP_ENV: "local",
      SITE_URL: club.url,
      SESSION_SECRET: "for-tests-only-for-tests-only-32",
      ...vars,
    } as unknown as Env;
    if (lock) await startRpcServer(lock, env);
  });
  collectLogLines();
  afterAll(() => {
    lock?.release();
    rmSync(folder, { recursive: true });
  });
  const connect = async () => ({ env, close: async () => {} });
  const run = (...args: string[]) => runInProcess(folder, args, connect);
  const dumpRows = async () => JSON.stringify(await Array.fromAsync(takeBackup(club.db)));
  /** In one order: rows that a restore put back are read last. */
  const leaveOutLooks = (_: string, value: unknown) =>
    Array.isArray(value)
      ? value
          .filter((row) => row.kind !== "looked-at")
          .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
      : value;
  return {
    folder,
    run,
    runAndAnswer: (answer, ...args) => runInProcess(folder, args, connect, answer),
    async json(...args) {
      const { code, out, err } = await run(...args, "--json");
      if (code !== 0) throw new Error(`${args.join(" ")} exited with ${code}: ${err}`);
      return JSON.parse(out);
    },
    spawn: (...args) => spawnOps(folder, ...args),
    dumpRows,
    hashRows: async () =>
      createHash("sha256")
        .update(
          JSON.stringify(JSON.parse(await dumpRows()), leaveOutLooks).replace(
            /"parked_at":\d+/g,
            '"parked_at":1',
          ),
        )
        .digest("hex"),
  };
}

interface CommandLog {
  addLine(line: unknown): void;
  printLine(line: string): void;
}

/** Of the command that runs in this asynchronous context. */
const logs = new AsyncLocalStorage<CommandLog>();

/** While a test file runs, what a command logs is part of its output, as main.ts does it. */
function collectLogLines(): void {
  const { log, error } = console;
  beforeAll(() => {
    console.log = (line) => (logs.getStore()?.addLine ?? log)(line);
    console.error = (line) => (logs.getStore()?.printLine ?? error)(line);
    Object.assign(globalThis, { scheduler });
  });
  afterAll(() => {
    Object.assign(console, { log, error });
  });
}

/** Does what main.ts does around a command. */
async function runInProcess(
  folder: string,
  args: string[],
  connect: Terminal["openClub"],
  answer?: string | string[],
): Promise<CommandOutput> {
  const answers = typeof answer === "object" ? [...answer] : undefined;
  const output: CommandOutput = { code: null, out: "", err: "" };
  const printLine = (line: string) => {
    output.err += `${line}\n`;
  };
  const log = createJobLog(printLine);
  const terminal: Terminal = {
    print: (text) => {
      output.out += text;
    },
    printError: (text) => {
      output.err += text;
    },
    ask:
      answer === undefined
        ? undefined
        : async (question) => {
            printLine(question);
            return answers ? (answers.shift() ?? "") : String(answer);
          },
    showProgress: () => ({ update: () => {}, end: () => {} }),
    openClub: connect,
  };
  const code = await logs.run({ ...log, printLine }, () =>
    runOps([...args, "--persist-to", folder], terminal),
  );
  if (code === exitCodes.failed) log.printHeldLines();
  return { ...output, code };
}

/** The output of a failed command: one sentence on standard error, and nothing on standard output. */
export const failure = (code: number, sentence: string): CommandOutput => ({
  code,
  out: "",
  err: `${sentence}\n`,
});

/** These options with other values of some. */
export function changeOptions(options: readonly string[], values: Record<string, string>): string[] {
  const changed = [...options];
  for (const [name, value] of Object.entries(values)) {
    const at = changed.indexOf(`--${name}`);
    if (at < 0) changed.push(`--${name}`, value);
    else changed[at + 1] = value;
  }
  return changed;
}
