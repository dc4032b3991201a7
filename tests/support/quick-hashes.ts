import { randomBytes, scryptSync } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#app/cli/project.mjs";

export const builtFolder = join(root, "build/worker");

/** The build, with hashes of passwords that take 6 ms instead of 0.2 s: the tests hash so many that this was a sixth of their time. */
export const quickBuildFolder = join(root, "build/worker-with-quick-hashes");

const parameters = "{ln:15,r:8,p:3}";

export function makeQuickBuild(): void {
  cpSync(builtFolder, quickBuildFolder, { recursive: true });
  const file = join(quickBuildFolder, "entry.worker.js");
  const parts = readFileSync(file, "utf8").split(parameters);
  if (parts.length !== 2) throw new Error(`The build has ${parameters} ${parts.length - 1} times, not once.`);
  writeFileSync(file, parts.join(parameters.replace("15", "10")));
}

/** As that build does. */
export function hashQuickly(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2 ** 10, r: 8, p: 3 });
  return `$scrypt$ln=10,r=8,p=3$${salt.toString("base64")}$${key.toString("base64")}`;
}
