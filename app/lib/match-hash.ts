import { createHash } from "node:crypto";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The salt keeps others from guessing an entry and comparing hashes. */
export const hashEntry = (salt: string, entry: string) => sha256(`${salt}.${entry}`);

/** One hash for the frame and all entries, in any order. */
export const hashEntries = (frame: string, hashes: readonly string[]) =>
  sha256([frame, ...hashes.toSorted()].join("\n"));
