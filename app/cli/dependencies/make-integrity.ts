/** `npm run make:integrity`: adds the hashes that npm leaves out for packages of other systems. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { exitWithError, root } from "#app/cli/prepare.mjs";
import { findPackageName, type LockedPackage, listPackages, readLock } from "./lock.ts";

const { values } = parseArgs({ options: { folder: { type: "string", default: root } } });

const lock = readLock(values.folder);
const missing = listPackages(lock).filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
const unknown: string[] = [];

for (const [path, locked] of missing) {
  const spec = `${findPackageName(path, locked)}@${locked.version}`;
  const integrity = askRegistry(spec);
  if (integrity) lock.packages[path] = insertIntegrity(locked, integrity);
  else unknown.push(spec);
}

writeFileSync(join(values.folder, "package-lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length - unknown.length} of ${missing.length} missing hashes added.`);
if (unknown.length > 0) exitWithError(`The registry has no hash of:\n${unknown.join("\n")}`);

function askRegistry(spec: string): string | undefined {
  const { stdout } = spawnSync("npm", ["view", spec, "dist.integrity"], {
    cwd: values.folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return /^sha512-[A-Za-z0-9+/]{86}==$/m.exec(stdout ?? "")?.[0];
}

/** npm writes the hash after the version. */
function insertIntegrity({ version, ...rest }: LockedPackage, integrity: string): LockedPackage {
  return { version, integrity, ...rest };
}
