import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { type ClubLock, lockClub } from "#app/cli/club-lock.ts";
import { startRpcServer } from "#app/cli/rpc-server.ts";
import { takeBackup } from "#app/models/backup/backup.server.ts";
import type { Club } from "./club.ts";
import { type CommandOutput, runScript } from "./run-script.ts";

/** Runs the real command in its own process, on the club in the folder. */
export const runOps = (folder: string, ...args: string[]): Promise<CommandOutput> =>
  runScript("ops.mjs", [...args, "--persist-to", folder]);

export interface Ops {
  folder: string;
  run(...args: string[]): Promise<CommandOutput>;
  /** Runs with --json, and throws when the command fails. */
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own shape, which its test asserts
  json(...args: string[]): Promise<any>;
  /** Every row of the database as JSON. */
  dumpRows(): Promise<string>;
  /** A hash of every row, which shows whether anything changed. */
  hashRows(): Promise<string>;
}

/** Lets `ops` commands reach the running club of a test file. */
export function connectOps(club: Club): Ops {
  // Each command starts a process, which takes long on a busy machine.
  vi.setConfig({ testTimeout: 120_000 });
  const folder = mkdtempSync(join(tmpdir(), "oten-ops-"));
  let lock: ClubLock | undefined;
  beforeAll(async () => {
    lock = lockClub(folder);
    const env = {
      ...(await club.worker.getBindings<Pick<Env, "DB" | "AVATARS">>()),
      APP_ENV: "local",
      SITE_URL: club.url,
      SESSION_SECRET: "for-tests-only-for-tests-only-32",
    };
    if (lock) await startRpcServer(lock, env);
  });
  afterAll(() => {
    lock?.release();
    rmSync(folder, { recursive: true });
  });
  const dumpRows = async () => JSON.stringify(await takeBackup(club.db));
  return {
    folder,
    run: (...args) => runOps(folder, ...args),
    async json(...args) {
      const { code, out, err } = await runOps(folder, ...args, "--json");
      if (code !== 0) throw new Error(`${args.join(" ")} exited with ${code}: ${err}`);
      return JSON.parse(out);
    },
    dumpRows,
    hashRows: async () =>
      createHash("sha256")
        .update((await dumpRows()).replace(/"parked_at":\d+/g, '"parked_at":1'))
        .digest("hex"),
  };
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
