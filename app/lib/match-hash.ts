import { createHash } from "node:crypto";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Without the salt nobody can guess an entry and try whether its hash fits. */
export const hashEntry = (salt: string, entry: string) => sha256(`${salt}.${entry}`);

/** All a night's entries in one line, whichever order they come in, and what they were seated by. */
export const hashEntries = (frame: string, hashes: readonly string[]) =>
  sha256([frame, ...hashes.toSorted()].join("\n"));
