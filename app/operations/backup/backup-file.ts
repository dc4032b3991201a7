/** A backup file has a header line, one line for each row, and a last line with their number and hash. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import * as z from "zod";
import type { Page } from "#app/models/backup/backup.server.ts";
import { restoreOrder } from "#app/models/backup/restore.server.ts";
import { toFileError, writeOutput } from "#app/operations/files.ts";
import { type ProgressBar, refusedError } from "#app/operations/operation.ts";

const headerSchema = z.object({
  oten: z.literal("backup"),
  takenAt: z.string(),
  /** The position in the bucket from which changes are missing in the backup. */
  mark: z.string().default(""),
  migration: z.string(),
});
const lastLineSchema = z.object({ rows: z.int(), sha256: z.string() });
const rowSchema = z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))]);

interface Header {
  takenAt: Date;
  mark: string;
  /** The newest migration when the backup was taken. */
  migration: string;
}

/** Returns the number of rows. */
export function writeBackupFile(
  file: string,
  header: Header,
  pages: AsyncIterable<Page>,
  progressBar: ProgressBar,
  force = false,
): Promise<number> {
  const hash = createHash("sha256");
  const write = async (append: (text: string) => void) => {
    append(`${JSON.stringify({ oten: "backup", ...header })}\n`);
    let written = 0;
    for await (const { name, rows } of pages) {
      const lines = rows.map((row) => `${JSON.stringify([name, row])}\n`).join("");
      hash.update(lines);
      append(lines);
      written += rows.length;
      progressBar.update(written);
    }
    append(`${JSON.stringify({ rows: written, sha256: hash.digest("hex") })}\n`);
    return written;
  };
  return writeOutput(file, write, { force, isPrivate: true });
}

interface BackupFile {
  takenAt: string;
  mark: string;
  migration: string;
  rowCount: number;
  sha256: string;
  /** Reads in the order of `restoreOrder`, and skips the first rows. */
  readPages(skipped: number, pageSize: number): Iterable<Page>;
}

const foreignFileError = (file: string) => refusedError(`${file} is not an Öten backup.`);

/** Reads only the header. */
export function requireBackupFile(file: string): void {
  for (const { text } of readLines(file)) {
    if (parseLine(headerSchema, text)) return;
    break;
  }
  throw foreignFileError(file);
}

/** Consecutive rows of one table. */
interface Section {
  table: string;
  start: number;
  end: number;
  rowCount: number;
}

/**
 * Refuses a file that is incomplete, or that has tables or columns unknown to the database. The file can be larger than the
 * memory.
 */
export function readBackupFile(
  file: string,
  columnsByTable: Map<string, string[]>,
  showProgress: (label: string, total: number) => ProgressBar,
): BackupFile {
  const damagedError = (what: string) => refusedError(`${what} is damaged. Nothing was changed.`);
  const names = new Set([...columnsByTable].map(([table, columns]) => `${table} ${columns.toSorted()}`));
  const progressBar = showProgress("Reading", statSync(file).size);
  const sections: Section[] = [];
  const hash = createHash("sha256");
  let header: z.infer<typeof headerSchema> | undefined;
  let last: z.infer<typeof lastLineSchema> | undefined;
  let rowCount = 0;
  for (const { text, start, end } of readLines(file)) {
    if (!header) {
      header = parseLine(headerSchema, text);
      if (!header) throw foreignFileError(file);
      continue;
    }
    if (last) throw damagedError(`The end of ${file}`);
    if (text.startsWith("{")) {
      last = parseLine(lastLineSchema, text);
      continue;
    }
    hash.update(`${text}\n`);
    const [table, row] = parseLine(rowSchema, text) ?? [];
    if (!table || !row || !names.has(`${table} ${Object.keys(row).sort()}`))
      throw damagedError(`Line ${rowCount + 2} of ${file}`);
    if (sections.at(-1)?.table !== table) sections.push({ table, start, end, rowCount: 0 });
    const section = sections.at(-1) as Section;
    section.end = end;
    section.rowCount++;
    if (++rowCount % 1_000 === 0) progressBar.update(end);
  }
  progressBar.end();
  if (!header) throw foreignFileError(file);
  if (last?.rows !== rowCount) throw damagedError(`The end of ${file}`);
  const { sha256 } = last;
  if (hash.digest("hex") !== sha256) throw damagedError(file);
  return { ...header, rowCount, sha256, readPages: (...part) => readPages(file, sections, ...part) };
}

function* readPages(
  file: string,
  sections: readonly Section[],
  skipped: number,
  pageSize: number,
): Generator<Page> {
  let toSkip = skipped;
  for (const { table, start, end, rowCount } of restoreOrder.flatMap((name) =>
    sections.filter((section) => section.table === name),
  )) {
    let rows: Page["rows"] = [];
    if (toSkip < rowCount)
      for (const { text } of readLines(file, start, end)) {
        if (toSkip-- > 0) continue;
        rows.push(JSON.parse(text)[1]);
        if (rows.length < pageSize) continue;
        yield { name: table, rows };
        rows = [];
      }
    else toSkip -= rowCount;
    if (rows.length > 0) yield { name: table, rows };
  }
}

const chunkBytes = 1_000_000;
const newline = 10;

/** Yields each line with the bytes at which it begins and ends. */
function* readLines(file: string, first = 0, end = Number.POSITIVE_INFINITY) {
  const descriptor = openFile(file);
  try {
    const chunk = Buffer.alloc(chunkBytes);
    let [position, start, rest] = [first, first, Buffer.alloc(0)];
    for (;;) {
      const length = readSync(descriptor, chunk, 0, Math.min(chunkBytes, end - position), position);
      if (length === 0) break;
      position += length;
      rest = Buffer.concat([rest, chunk.subarray(0, length)]);
      for (let at = rest.indexOf(newline); at >= 0; at = rest.indexOf(newline)) {
        yield { text: rest.toString("utf8", 0, at), start, end: start + at + 1 };
        start += at + 1;
        rest = rest.subarray(at + 1);
      }
    }
    if (rest.length > 0) yield { text: rest.toString(), start, end: position };
  } catch (error) {
    throw toFileError(error, file, "read");
  } finally {
    closeSync(descriptor);
  }
}

function openFile(file: string): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    throw toFileError(error, file, "read");
  }
}

function parseLine<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
