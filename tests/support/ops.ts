import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Ownership, own } from "#app/cli/club-lock.ts";
import { node, root } from "#app/cli/prepare.mjs";
import { openDoor } from "#app/cli/rpc-server.ts";
import { takeBackup } from "#app/models/backup/backup.server.ts";
import type { Club } from "./club.ts";

export interface Said {
  code: number | null;
  out: string;
  err: string;
}

/** The real command in a process of its own, as an operator types it. */
export function ops(folder: string, ...args: string[]): Promise<Said> {
  const child = spawn(node, ["app/cli/ops.mjs", ...args, "--persist-to", folder], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { code: null, out: "", err: "" } as Said;
  child.stdout.on("data", (chunk: Buffer) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.err += chunk;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...said, code })));
}

export interface Desk {
  folder: string;
  ops(...args: string[]): Promise<Said>;
  /** What a script reads; fails where the command did. */
  // biome-ignore lint/suspicious/noExplicitAny: each command's own shape, asserted where it is used
  json(...args: string[]): Promise<any>;
  /** Every row there is. */
  rows(): Promise<string>;
  /** The same as a fingerprint, whatever the hour: to see that nothing changed. */
  dump(): Promise<string>;
}

/** The operator's desk of a club that runs. */
export function openDesk(club: Club): Desk {
  const folder = mkdtempSync(join(tmpdir(), "oten-desk-"));
  let ownership: Ownership | undefined;
  beforeAll(async () => {
    ownership = own(folder);
    const env = {
      ...(await club.worker.getBindings<Pick<Env, "DB" | "AVATARS">>()),
      APP_ENV: "local",
      SITE_URL: club.url,
      SESSION_SECRET: "for-tests-only-for-tests-only-32",
    };
    if (ownership) await openDoor(ownership, env);
  });
  afterAll(() => {
    ownership?.end();
    rmSync(folder, { recursive: true });
  });
  const rows = async () => JSON.stringify(await takeBackup(club.db));
  return {
    folder,
    ops: (...args) => ops(folder, ...args),
    async json(...args) {
      const { code, out, err } = await ops(folder, ...args, "--json");
      if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${err}`);
      return JSON.parse(out);
    },
    rows,
    dump: async () =>
      createHash("sha256")
        .update((await rows()).replace(/"parked_at":\d+/g, '"parked_at":1'))
        .digest("hex"),
  };
}

/** One sentence on standard error, nothing on standard output, this exit code. */
export const refusal = (code: number, sentence: string): Said => ({ code, out: "", err: `${sentence}\n` });
