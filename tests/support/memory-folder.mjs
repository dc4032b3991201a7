/** A folder in memory for the databases of one run of the tests. */
import {
  accessSync,
  appendFileSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
const prefix = "oten-tests-";
const ownersFile = "owners";

/** Half of each call of a database is waiting for the disk, which a folder in memory has not. Only where it has room. */
export function createMemoryFolder(parent = memory) {
  const minFreeBytes = 2 * 2 ** 30;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < minFreeBytes) return undefined;
    const folder = mkdtempSync(join(parent, prefix));
    addOwner(folder, process.pid);
    if (!canRunPrograms(folder)) {
      rmSync(folder, { recursive: true });
      return undefined;
    }
    // Tests start programs as another user.
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return undefined;
  }
}

/** The folder stays while one of its owners lives. */
export function addOwner(/** @type {string} */ folder, /** @type {number} */ processId) {
  appendFileSync(join(folder, ownersFile), `${processId} ${namespace()}\n`);
}

/** Removes the folders of runs that were killed, and so could not remove their own. */
export function removeLeftovers(parent = memory) {
  for (const name of listNames(parent)) {
    const folder = join(parent, name);
    if (!name.startsWith(prefix) || !isLeftover(folder)) continue;
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // It belongs to another user.
    }
  }
}

function listNames(/** @type {string} */ folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Without a list of owners it is being created, or not ours. */
function isLeftover(/** @type {string} */ folder) {
  try {
    const owners = readFileSync(join(folder, ownersFile), "utf8").trim().split("\n");
    return owners.every((owner) => {
      const [processId, ownNamespace] = owner.split(" ");
      return ownNamespace === namespace() && !isAlive(Number(processId));
    });
  } catch {
    return false;
  }
}

/** Containers may share the memory, and each counts its processes by itself. */
function namespace() {
  return readlinkSync("/proc/self/ns/pid");
}

function isAlive(/** @type {number} */ processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH";
  }
}

/** Containers often mount /dev/shm without it, and tests start programs of their own. */
function canRunPrograms(/** @type {string} */ folder) {
  const program = join(folder, "program");
  writeFileSync(program, "", { mode: 0o755 });
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program);
  }
}
