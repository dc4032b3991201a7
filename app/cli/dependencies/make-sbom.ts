/** `npm run sbom`: writes what the deployed Worker contains, as CycloneDX, to build/sbom.cdx.json. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, exitWithError, root } from "#app/cli/prepare.mjs";
import { listBundledPackages } from "./bundled-packages.ts";
import {
  findPackageName,
  isProduction,
  type Lock,
  type LockedPackage,
  listPackages,
  readLock,
} from "./lock.ts";

build();
const lock = readLock(root);
const bundled = new Set(listBundledPackages(root, lock));
const deployed = listPackages(lock).filter(([path, locked]) => isProduction(locked) || bundled.has(path));

const outputFile = join(root, "build/sbom.cdx.json");
const sbom = runNpmSbom(deployed);
writeFileSync(outputFile, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${sbom.components.length} packages in build/sbom.cdx.json`);

/** `npm sbom --omit dev` forgets packages that a development tool needs too (npm/cli#7909), so npm sees only what is deployed. */
function runNpmSbom(packages: [string, LockedPackage][]): { components: unknown[] } {
  const parent = mkdtempSync(join(tmpdir(), "oten-sbom-"));
  try {
    const { name, version, description, license, dependencies } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    );
    // npm takes the name of the project from the folder.
    const folder = join(parent, name);
    mkdirSync(folder);
    const project = {
      name,
      version,
      description,
      license,
      dependencies: { ...findUnneeded(packages), ...dependencies },
    };
    const entries = packages.map(([path, locked]) => [path, describe(locked)]);
    const prunedLock: Lock = { ...lock, packages: { "": project, ...Object.fromEntries(entries) } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(project));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(prunedLock));
    const { status, stdout, stderr } = spawnSync(
      "npm",
      [
        "sbom",
        "--package-lock-only",
        "--sbom-format",
        "cyclonedx",
        "--sbom-type",
        "application",
        "--loglevel",
        "error",
      ],
      { cwd: folder, encoding: "utf8", maxBuffer: 64 * 2 ** 20, shell: process.platform === "win32" },
    );
    if (status !== 0) exitWithError(`npm sbom failed:\n${stderr}`);
    return JSON.parse(stdout);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** The lock has settled the versions, with our overrides. Of a development tool only the bundled files matter, not what else it needs. */
function describe({ dev, dependencies, peerDependencies, ...locked }: LockedPackage): LockedPackage {
  if (dev) return locked;
  return {
    ...locked,
    dependencies: allowAnyVersion(dependencies),
    peerDependencies: allowAnyVersion(peerDependencies),
  };
}

function allowAnyVersion(dependencies: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, "*"]));
}

/** Packages that no other needs, such as the peer of one: as dependencies of the project they are listed too. */
function findUnneeded(packages: [string, LockedPackage][]): Record<string, string> {
  const needed = new Set(packages.flatMap(([, { dependencies }]) => Object.keys(dependencies ?? {})));
  const unneeded = packages
    .map(([path, locked]) => [findPackageName(path, locked), locked.version] as const)
    .filter(([name]) => !needed.has(name));
  return Object.fromEntries(unneeded);
}
