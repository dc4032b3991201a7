/** A backup file has a header line, one line for each row, and a last line with their number and hash. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import * as z from "zod";
import type { Page, Row } from "#app/models/backup/backup.server.ts";
import { toFileError } from "#app/operations/files.ts";
import type { ProgressBar } from "#app/operations/operation-context.ts";
import { refusedError } from "#app/operations/operation-error.ts";

const headerSchema = z.object({
  oten: z.literal("backup"),
  takenAt: z.string(),
  /** Where in the bucket the changes begin that are not in the backup. */
  mark: z.string().default(""),
  migration: z.string(),
});
const lastLineSchema = z.object({ rows: z.int(), sha256: z.string() });
const rowSchema = z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))]);

interface Header {
  takenAt: Date;
  mark: string;
  /** The newest one when it was taken. */
  migration: string;
}

/** Writes to a temporary file and renames it, so that a file with the final name is always complete. Returns how many rows. */
export async function writeBackupFile(
  file: string,
  header: Header,
  pages: AsyncIterable<Page>,
  progressBar: ProgressBar,
): Promise<number> {
  const partFile = `${file}.part`;
  const descriptor = openSync(partFile, "w", 0o600);
  const hash = createHash("sha256");
  try {
    writeSync(descriptor, `${JSON.stringify({ oten: "backup", ...header })}\n`);
    let written = 0;
    for await (const { name, rows } of pages) {
      const lines = rows.map((row) => `${JSON.stringify([name, row])}\n`).join("");
      hash.update(lines);
      writeSync(descriptor, lines);
      written += rows.length;
      progressBar.update(written);
    }
    writeSync(descriptor, `${JSON.stringify({ rows: written, sha256: hash.digest("hex") })}\n`);
    closeSync(descriptor);
    renameSync(partFile, file);
    return written;
  } catch (error) {
    rmSync(partFile, { force: true });
    throw error;
  }
}

interface BackupFile {
  takenAt: string;
  mark: string;
  migration: string;
  rowCount: number;
  pages: Page[];
}

const foreignFileError = (file: string) => refusedError(`${file} is not an Öten backup.`);

/** Longer than any header. */
const maxHeaderBytes = 2_000;

/** Reads the header only. */
export function requireBackupFile(file: string): void {
  const start = Buffer.alloc(maxHeaderBytes);
  try {
    const descriptor = openSync(file, "r");
    try {
      readSync(descriptor, start);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw toFileError(error, file, "read");
  }
  if (!parseLine(headerSchema, start.toString().split("\n")[0])) throw foreignFileError(file);
}

/** Refuses a file that is incomplete, or has tables or columns that the database does not have. */
export function readBackupFile(
  file: string,
  columnsByTable: Map<string, string[]>,
  showProgress: (label: string, total: number) => ProgressBar,
): BackupFile {
  const damagedError = (what: string) => refusedError(`${what} is damaged. Nothing was changed.`);
  const [first, ...lines] = readText(file).split("\n");
  const header = parseLine(headerSchema, first);
  if (!header) throw foreignFileError(file);
  const end = parseLine(lastLineSchema, lines.splice(-2)[0]);
  if (end?.rows !== lines.length) throw damagedError(`The end of ${file}`);
  const progressBar = showProgress("Reading", end.rows);
  const tables = new Map<string, Row[]>();
  const hash = createHash("sha256");
  for (const [i, line] of lines.entries()) {
    hash.update(`${line}\n`);
    const [table, row] = parseLine(rowSchema, line) ?? [];
    const columns = columnsByTable
      .get(table ?? "")
      ?.toSorted()
      .join();
    if (!table || !row || columns !== Object.keys(row).sort().join())
      throw damagedError(`Line ${i + 2} of ${file}`);
    const rows = tables.get(table) ?? [];
    rows.push(row);
    tables.set(table, rows);
    if (i % 1_000 === 0) progressBar.update(i);
  }
  progressBar.end();
  if (hash.digest("hex") !== end.sha256) throw damagedError(file);
  return {
    takenAt: header.takenAt,
    mark: header.mark,
    migration: header.migration,
    rowCount: end.rows,
    pages: [...tables].map(([name, rows]) => ({ name, rows })),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw toFileError(error, file, "read");
  }
}

function parseLine<T>(schema: z.ZodType<T>, line: string | undefined): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line ?? "")).data;
  } catch {
    return undefined;
  }
}
