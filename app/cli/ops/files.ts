/** Files and folders an operator names: what is wrong with one is a sentence. */
import { writeFileSync } from "node:fs";
import { exits, Refusal } from "./exit-codes.ts";

const reasons: Record<string, string> = {
  ENOENT: "there is no such folder",
  ENOTDIR: "a part of its path is no folder",
  EEXIST: "it is no folder",
  EISDIR: "it is a folder",
  EACCES: "you may not",
  EPERM: "you may not",
  EROFS: "its disk can only be read",
  ENAMETOOLONG: "its name is too long",
};

/** What the system said of it, to be thrown on; any other error as it is. */
export function fileFault(error: unknown, file: string, done: "read" | "written" | "opened"): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (!code || !syscall) return error;
  const reason = reasons[code];
  return new Refusal(reason ? exits.usage : exits.failed, `${file} can’t be ${done}: ${reason ?? code}.`);
}

export function writeTo(file: string, text: string, mode = 0o666): void {
  try {
    writeFileSync(file, text, { mode });
  } catch (error) {
    throw fileFault(error, file, "written");
  }
}
