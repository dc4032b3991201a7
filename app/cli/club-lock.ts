/**
 * One process at a time has a local club's database open: two workerds on one SQLite file refuse each other's writes.
 * Whoever owns the folder holds a lock that ends with them, and may leave the address of a door for others to come in by.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";

/** Where the owner answers, and with which settings it runs. */
export interface Address {
  url: string;
  token: string;
  vars: Record<string, string>;
}

export interface Ownership {
  leaveAddress(address: Address): void;
  end(): void;
}

const addressFile = (folder: string) => join(folder, "door.json");

/** A lock that nothing refers to is swept up, and the folder is anybody's. */
const held = new Set<DatabaseSync>();

/** The folder, if nobody has it. */
export function own(folder: string): Ownership | undefined {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, "owner.sqlite"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    return undefined;
  }
  held.add(lock);
  rmSync(addressFile(folder), { force: true });
  return {
    leaveAddress: (address) => writeFileSync(addressFile(folder), JSON.stringify(address), { mode: 0o600 }),
    end: () => {
      rmSync(addressFile(folder), { force: true });
      held.delete(lock);
      lock.close();
    },
  };
}

/** The folder, or the address of whoever has it: an owner without one is about to finish, or to open. */
export async function ownOrFind(folder: string, patience: number): Promise<Ownership | Address> {
  const until = Date.now() + patience;
  for (;;) {
    const found = own(folder) ?? addressIn(folder);
    if (found) return found;
    if (Date.now() > until) throw new Error(`Another process has had ${folder} open for too long.`);
    await setTimeout(50);
  }
}

function addressIn(folder: string): Address | undefined {
  try {
    return JSON.parse(readFileSync(addressFile(folder), "utf8"));
  } catch {
    return undefined;
  }
}
