import { createHash } from "node:crypto";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The salt keeps others from guessing a text and comparing hashes. */
export const hashSalted = (salt: string, text: string) => sha256(`${salt}.${text}`);

/** A booking’s id is random, so nobody finds it out from its label. */
export const labelOf = (bookingId: string) => sha256(bookingId).slice(0, 16);

/** One hash for the frame and all entries, in any order. */
export const hashEntries = (frame: string, hashes: readonly string[]) =>
  sha256([frame, ...hashes.toSorted()].join("\n"));

/** One hash for the entries of a table, in any order, and its venue; standby has none. */
export const hashGroup = (salt: string, hashes: readonly string[], venue: string | null) =>
  sha256([salt, ...(venue === null ? [] : [venue]), ...hashes.toSorted()].join("\n"));

interface Result {
  entriesHash: string;
  rulesVersion: number;
  seatingHash: string;
  standbyHash: string;
  tableHashes: readonly string[];
}

export const hashResult = ({ entriesHash, rulesVersion, seatingHash, standbyHash, tableHashes }: Result) =>
  sha256([entriesHash, rulesVersion, seatingHash, standbyHash, ...tableHashes.toSorted()].join("\n"));
