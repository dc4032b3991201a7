import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { findJsonProblem, findOffset, type JsonPath } from "./scan-json.ts";
import { escapeInvisible } from "./terminal-text.mjs";

export interface JsonError {
  path: JsonPath;
  message: string;
}

export interface JsonFile {
  value: unknown;
  /** Says where the error is, in one sentence. */
  describeError(error: JsonError): string;
}

/** `match export` writes 79 MB for 20,000 diners who have 20 relations each; docs/matcher.md says so. */
const maxMegabytes = 80;
const maxBytes = maxMegabytes * 1_000_000;

/** Returns a sentence where the file can't be read. */
export function readJsonFile(file: string): JsonFile | string {
  const text = readText(file);
  return typeof text === "string" ? parseJson(file, text) : text.problem;
}

function parseJson(file: string, text: string): JsonFile | string {
  if (text.trim() === "") return `${file}: The file is empty.`;
  const lineAt = (offset: number) => countLines(text, offset);
  const problem = findJsonProblem(text);
  if (problem) {
    const line = lineAt(problem.offset);
    return `${file}: ${problem.message ? describeAt(line, problem) : `Line ${line} is not JSON.`}`;
  }
  return {
    value: JSON.parse(text),
    describeError: (error) => `${file}: ${describeAt(lineAt(findOffset(text, error.path)), error)}`,
  };
}

function describeAt(line: number, { path, message }: JsonError): string {
  const where = describePath(path);
  return where ? `Line ${line}, ${where}: ${message}` : `The file: ${message}`;
}

const maxPathLength = 200;

export function describePath(path: JsonPath): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${quoteSafely(step)}`));
  return shorten(steps.join("").replace(/^\./, ""), maxPathLength);
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

function countLines(text: string, offset: number): number {
  let count = 1;
  for (let at = 0; at < offset; at++) if (text.charCodeAt(at) === 0x0a) count++;
  return count;
}

const shorten = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;

/** Text from a file inside a sentence. */
export const quoteSafely = (text: string, maxLength = 40) => escapeInvisible(shorten(text, maxLength));
