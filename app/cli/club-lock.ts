/** Only one process may open a local club: two workerd processes refuse each other's writes. The lock ends with its process. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { exitWithError } from "./terminal-text.mjs";

/** The address at which a running club answers local RPC, and the settings it runs with. */
export interface RpcAddress {
  url: string;
  token: string;
  vars: Record<string, string>;
}

export interface ClubLock {
  publishAddress(address: RpcAddress): void;
  release(): void;
}

const retryDelayMs = 50;

const getAddressFile = (folder: string) => join(folder, "rpc.json");

/** Keeps the garbage collector from closing a lock that nothing else refers to. */
const heldLocks = new Set<DatabaseSync>();

/** Returns undefined when another process has the lock. */
export function lockClub(folder: string): ClubLock | undefined {
  // A club that was restored for practice is as private as the real one.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, "lock.sqlite"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    return undefined;
  }
  heldLocks.add(lock);
  const addressFile = getAddressFile(folder);
  rmSync(addressFile, { force: true });
  return {
    publishAddress: (address) => writeFileSync(addressFile, JSON.stringify(address), { mode: 0o600 }),
    release: () => {
      rmSync(addressFile, { force: true });
      heldLocks.delete(lock);
      lock.close();
    },
  };
}

/** Waits while another process has the lock but no address: it is starting, or it is a command that will end soon. */
export async function lockClubOrFindAddress(
  folder: string,
  timeoutMs: number,
): Promise<ClubLock | RpcAddress> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = lockClub(folder) ?? readAddress(folder);
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Another process has had ${folder} open for too long.`);
    await setTimeout(retryDelayMs);
  }
}

/** For servers: waits for a running command to end, and exits when another server has the club. */
export async function lockClubOrExit(folder: string): Promise<ClubLock> {
  const found = await lockClubOrFindAddress(folder, 60_000).catch(exitNotStarted);
  if ("release" in found) return found;
  return exitWithError(
    `The club in ${folder} is already running: stop it, or choose another folder with --persist-to.`,
  );
}

export const exitNotStarted = (error: unknown) =>
  exitWithError(`Öten could not start: ${error instanceof Error ? error.message : error}`);

function readAddress(folder: string): RpcAddress | undefined {
  try {
    return JSON.parse(readFileSync(getAddressFile(folder), "utf8"));
  } catch {
    return undefined;
  }
}
