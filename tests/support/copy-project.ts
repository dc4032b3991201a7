import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "#app/cli/project.mjs";

const copied = [
  ".dev.vars.example",
  "app",
  "docs",
  "migrations",
  "package.json",
  "package-lock.json",
  "wrangler.toml",
];

/** Copies what the scripts of app/cli read, so that a test may change or delete it. There is no build. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "oten-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}
