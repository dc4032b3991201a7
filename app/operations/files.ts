import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { OperationError, refusedError } from "./operation.ts";

const reasons: Record<string, string> = {
  ENOENT: "there is no such folder",
  ENOTDIR: "a part of its path is not a folder",
  EEXIST: "it is not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "its disk is read-only",
  ENAMETOOLONG: "its name is too long",
  ENXIO: "nobody reads from it",
};

/** Explains a file system error; returns any other error unchanged. */
export function toFileError(error: unknown, file: string, action: "read" | "written" | "opened"): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (!code || !syscall) return error;
  if (code === "ENOSPC") return new OperationError("failed", `${file} can’t be ${action}: its disk is full.`);
  const reason = action === "read" && code === "ENOENT" ? "there is no such file" : reasons[code];
  return new OperationError(reason ? "usage" : "failed", `${file} can’t be ${action}: ${reason ?? code}.`);
}

const refusal = (file: string, reason: string) =>
  new OperationError("usage", `${file} can’t be written: ${reason}.`);

interface OutputOptions {
  /** Replaces an existing file. */
  force?: boolean | undefined;
  /** Only the owner can read the file, even if it existed before. */
  isPrivate?: boolean;
}

export const forceHelp = "replace the file if there is one";

interface Output {
  path: string;
  /** A device or a pipe, in which nothing is overwritten. */
  isStream: boolean;
  /** The mode of the file that is replaced. */
  mode?: number;
}

/** Call this first if the work takes long. Refuses a path that can’t be written to and, without `force`, an existing file. */
export function findOutput(file: string, force = false): Output {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) {
      const link = lstatSync(file, { throwIfNoEntry: false });
      if (link) throw refusal(file, "it is a link to a file that is not there");
      return { path: file, isStream: false };
    }
    if (found.isDirectory()) throw refusal(file, "it is a folder");
    if (found.isCharacterDevice() || found.isFIFO()) return { path: file, isStream: true };
    if (!found.isFile()) throw refusal(file, "it is neither a file nor a pipe");
    if (!force)
      throw refusedError(`${file} already exists: choose another name, or add --force to replace it.`);
    return { path: realpathSync(file), isStream: false, mode: found.mode & 0o777 };
  } catch (error) {
    throw toFileError(error, file, "written");
  }
}

type Write<Result> = (append: (text: string) => void) => Result | Promise<Result>;

/** The file is always the complete old or new one, because a new file is written next to it and then renamed. */
export async function writeOutput<Result>(
  file: string,
  write: Write<Result>,
  { force, isPrivate = false }: OutputOptions = {},
): Promise<Result> {
  try {
    const { path, isStream, mode = 0o666 } = findOutput(file, force);
    if (isStream) return await writeInto(openStream(path), write);
    const part = `${path}.${randomUUID()}.part`;
    try {
      const descriptor = openSync(part, "wx", isPrivate ? 0o600 : mode);
      const result = await writeInto(descriptor, async (append) => {
        if (!isPrivate && mode !== 0o666) fchmodSync(descriptor, mode);
        const written = await write(append);
        fsyncSync(descriptor);
        return written;
      });
      // Another command may have created the file meanwhile.
      findOutput(file, force);
      renameSync(part, path);
      return result;
    } catch (error) {
      rmSync(part, { force: true });
      throw error;
    }
  } catch (error) {
    throw toFileError(error, file, "written");
  }
}

async function writeInto<Result>(descriptor: number, write: Write<Result>): Promise<Result> {
  try {
    return await write((text) => writeFileSync(descriptor, text));
  } finally {
    closeSync(descriptor);
  }
}

/** Without the probe, this would wait for a reader of a pipe for ever. */
function openStream(file: string): number {
  const probe = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    return openSync(file, constants.O_WRONLY);
  } finally {
    closeSync(probe);
  }
}

export const writeTextFile = (file: string, text: string, options: OutputOptions): Promise<void> =>
  writeOutput(file, (append) => append(text), options);
