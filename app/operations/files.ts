import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { OperationError, refusedError } from "./operation-error.ts";

const reasons: Record<string, string> = {
  ENOENT: "there is no such folder",
  ENOTDIR: "a part of its path is not a folder",
  EEXIST: "it is not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "its disk is read-only",
  ENAMETOOLONG: "its name is too long",
};

/** Explains an error of the file system; returns any other error as it is. */
export function toFileError(error: unknown, file: string, action: "read" | "written" | "opened"): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (!code || !syscall) return error;
  const reason = action === "read" && code === "ENOENT" ? "there is no such file" : reasons[code];
  return new OperationError(reason ? "usage" : "failed", `${file} can’t be ${action}: ${reason ?? code}.`);
}

export function requireNewFile(file: string): void {
  if (existsSync(file)) throw refusedError(`${file} already exists: choose another name, or move it away.`);
}

/** With `isPrivate`, only you can read it, also where the file was there before. */
export function writeTextFile(file: string, text: string, { isPrivate = false } = {}): void {
  try {
    const descriptor = openSync(file, "w", isPrivate ? 0o600 : 0o666);
    try {
      if (isPrivate && fstatSync(descriptor).isFile()) fchmodSync(descriptor, 0o600);
      writeFileSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw toFileError(error, file, "written");
  }
}

/** The file is the old one or the new one, never a part of it. */
export function replaceTextFile(file: string, text: string): void {
  const part = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(part, text);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw toFileError(error, file, "written");
  }
}
