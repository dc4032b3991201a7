import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { escapeInvisible } from "./terminal-text.mjs";

export interface JsonError {
  path: (string | number)[];
  message: string;
}

export interface JsonFile {
  name: string;
  value: unknown;
}

/** `match export` writes 82 MB for 20,000 diners who have 20 relations each; docs/matcher.md says so. */
const maxMegabytes = 90;
const maxBytes = maxMegabytes * 1_000_000;

/** Returns a sentence where the file can't be read. */
export function readJsonFile(file: string): JsonFile | string {
  const text = readText(file);
  return typeof text === "string" ? parseJson(file, text) : text.problem;
}

function parseJson(name: string, text: string): JsonFile | string {
  if (text.trim() === "") return `${name}: The file is empty.`;
  try {
    return { name, value: JSON.parse(text) };
  } catch (error) {
    return `${name}: The file is not JSON: ${quoteSafely((error as Error).message, maxQuoteLength)}.`;
  }
}

/** Says where the error is, in one sentence. */
export function describeError({ name }: JsonFile, { path, message }: JsonError): string {
  return `${name}: ${describePath(path) || "The file"}: ${message}`;
}

const maxQuoteLength = 200;

export function describePath(path: JsonError["path"]): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${quoteSafely(step)}`));
  return shorten(steps.join("").replace(/^\./, ""), maxQuoteLength);
}

/** Reads no more than the limit, also from what has no size of its own, such as a pipe. */
function readText(file: string): string | { problem: string } {
  const bytes = Buffer.allocUnsafeSlow(maxBytes + 1);
  try {
    const length = readBytes(file, bytes);
    if (length > maxBytes)
      return { problem: `${file}: The file is larger than ${maxMegabytes} MB, the most that is read.` };
    // Leaves out a byte order mark, which some editors save at the beginning.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { problem: `There is no file ${file}.` };
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      return { problem: `${file}: The file is not text in UTF-8.` };
    return { problem: `${file} can't be read (${code}).` };
  } finally {
    // Gives the memory back now: the values need it, and the garbage collector waits.
    bytes.buffer.transfer(0);
  }
}

function readBytes(file: string, bytes: Buffer): number {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    if (size > maxBytes) return size;
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length === bytes.length) return length;
    }
  } finally {
    closeSync(descriptor);
  }
}

const shorten = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

/** Text from a file inside a sentence. */
export const quoteSafely = (text: string, maxLength = 40) => escapeInvisible(shorten(text, maxLength));
