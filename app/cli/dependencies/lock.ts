import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface LockedPackage {
  version: string;
  name?: string;
  integrity?: string;
  /** Comes inside the archive of the package that contains it, and is covered by its hash. */
  inBundle?: boolean;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export interface Lock {
  name: string;
  version: string;
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

export const readLock = (folder: string): Lock =>
  JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));

/** The packages of the lock by their path in node_modules; the project itself is not one of them. */
export const listPackages = (lock: Lock): [path: string, locked: LockedPackage][] =>
  Object.entries(lock.packages).filter(([path, { link }]) => path !== "" && !link);

export const findPackageName = (path: string, locked: LockedPackage): string =>
  locked.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** The optional packages are Node itself, other binaries and optional peers, which no Worker contains. */
export const isProduction = ({ dev, optional, devOptional }: LockedPackage): boolean =>
  !dev && !optional && !devOptional;
