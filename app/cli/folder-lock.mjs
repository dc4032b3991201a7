/**
 * Two who prepare a fresh clone at once: one does it, the other waits and finds it done. The lock is a folder with its
 * owner's process number in it; it comes, goes and changes hands by renaming, which only one of two can.
 */
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const pid = String(process.pid);
const breath = 200;

/** Works unless it is done, alone; throws where another has been at it for longer than the patience. */
export function oneAtATime(
  /** @type {string} */ lock,
  /** @type {() => boolean} */ isDone,
  /** @type {() => void} */ work,
  patience = 15 * 60_000,
) {
  const until = Date.now() + patience;
  let isTold = false;
  while (!isDone()) {
    if (take(lock)) {
      try {
        if (!isDone()) work();
      } finally {
        leave(lock);
      }
      return;
    }
    if (Date.now() > until)
      throw new Error(
        `Process ${ownerOf(lock)} has been preparing this for too long: stop it, or delete ${lock}.`,
      );
    if (!isTold) console.log("Another process is preparing this already: waiting for it.");
    isTold = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, breath);
  }
}

const ofMine = (/** @type {string} */ lock) => `${lock}-${pid}`;

function take(/** @type {string} */ lock) {
  mkdirSync(join(ofMine(lock), pid), { recursive: true });
  if (renamed(ofMine(lock), lock)) return true;
  rmSync(ofMine(lock), { recursive: true });
  const owner = ownerOf(lock);
  return owner !== undefined && !isAlive(owner) && renamed(join(lock, owner), join(lock, pid));
}

function leave(/** @type {string} */ lock) {
  renameSync(lock, ofMine(lock));
  rmSync(ofMine(lock), { recursive: true });
}

function renamed(/** @type {string} */ from, /** @type {string} */ to) {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function ownerOf(/** @type {string} */ lock) {
  try {
    return readdirSync(lock)[0];
  } catch {
    return undefined;
  }
}

function isAlive(/** @type {string} */ owner) {
  try {
    return process.kill(Number(owner), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
