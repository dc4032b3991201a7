/** The lock is a folder with one entry: the process id of its owner. Renames take and release it, because they are atomic. */
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const ownPid = String(process.pid);
const retryDelayMs = 200;

/** Calls `work` unless `isDone`, but never in two processes at once; throws after waiting for `timeoutMs`. */
export function runExclusively(
  /** @type {string} */ lock,
  /** @type {() => boolean} */ isDone,
  /** @type {() => void} */ work,
  timeoutMs = 15 * 60_000,
) {
  const deadline = Date.now() + timeoutMs;
  let hasAnnouncedWait = false;
  while (!isDone()) {
    if (takeLock(lock)) {
      try {
        if (!isDone()) work();
      } finally {
        releaseLock(lock);
      }
      return;
    }
    if (Date.now() > deadline)
      throw new Error(
        `Process ${readOwner(lock)} has been preparing this for too long: stop it, or delete ${lock}.`,
      );
    if (!hasAnnouncedWait) console.log("Waiting for another process that is already preparing this.");
    hasAnnouncedWait = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelayMs);
  }
}

const getOwnFolder = (/** @type {string} */ lock) => `${lock}-${ownPid}`;

function takeLock(/** @type {string} */ lock) {
  mkdirSync(join(getOwnFolder(lock), ownPid), { recursive: true });
  if (tryRename(getOwnFolder(lock), lock)) return true;
  rmSync(getOwnFolder(lock), { recursive: true });
  const owner = readOwner(lock);
  return owner !== undefined && !isAlive(owner) && tryRename(join(lock, owner), join(lock, ownPid));
}

function releaseLock(/** @type {string} */ lock) {
  renameSync(lock, getOwnFolder(lock));
  rmSync(getOwnFolder(lock), { recursive: true });
}

function tryRename(/** @type {string} */ from, /** @type {string} */ to) {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function readOwner(/** @type {string} */ lock) {
  try {
    return readdirSync(lock)[0];
  } catch {
    return undefined;
  }
}

function isAlive(/** @type {string} */ pid) {
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
