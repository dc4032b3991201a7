/** A backup file has a header line with the number of rows, and one line for each row. */
import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import * as z from "zod";
import type { Backup, Row } from "#app/models/backup/backup.server.ts";
import { toFileError } from "#app/operations/files.ts";
import type { ProgressBar } from "#app/operations/operation-context.ts";
import { refusedError } from "#app/operations/operation-error.ts";

const headerSchema = z.object({
  oten: z.literal("backup"),
  takenAt: z.string(),
  /** Where in the bucket the changes begin that are not in the backup. */
  mark: z.string().default(""),
  migration: z.string(),
  rows: z.int(),
});
const rowSchema = z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))]);

export const countRows = ({ tables }: Backup) => tables.reduce((sum, { rows }) => sum + rows.length, 0);

/** Writes to a temporary file and renames it, so that a file with the final name is always complete. */
export function writeBackupFile(
  file: string,
  backup: Backup & { mark: string },
  now: Date,
  progressBar: ProgressBar,
): void {
  const partFile = `${file}.part`;
  const descriptor = openSync(partFile, "w", 0o600);
  try {
    const header = {
      oten: "backup",
      takenAt: now,
      mark: backup.mark,
      migration: backup.migration,
      rows: countRows(backup),
    };
    writeSync(descriptor, `${JSON.stringify(header)}\n`);
    let written = 0;
    for (const { name, rows } of backup.tables) {
      for (const row of rows) writeSync(descriptor, `${JSON.stringify([name, row])}\n`);
      written += rows.length;
      progressBar.update(written);
    }
    closeSync(descriptor);
    renameSync(partFile, file);
  } catch (error) {
    rmSync(partFile, { force: true });
    throw error;
  }
}

interface BackupFile extends Backup {
  takenAt: string;
  mark: string;
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
  const damagedError = (lineNumber: number) =>
    refusedError(`Line ${lineNumber} of ${file} is damaged. Nothing was changed.`);
  const lines = readText(file).split("\n");
  const header = parseLine(headerSchema, lines[0]);
  if (!header) throw foreignFileError(file);
  const progressBar = showProgress("Reading", header.rows);
  const tables = new Map<string, Row[]>();
  for (let i = 1; i <= header.rows; i++) {
    const [table, row] = parseLine(rowSchema, lines[i]) ?? [];
    if (!table || !row) throw damagedError(i + 1);
    const columns = columnsByTable.get(table)?.toSorted().join();
    if (columns !== Object.keys(row).sort().join()) throw damagedError(i + 1);
    const rows = tables.get(table) ?? [];
    rows.push(row);
    tables.set(table, rows);
    if (i % 1_000 === 0) progressBar.update(i);
  }
  progressBar.end();
  return {
    takenAt: header.takenAt,
    mark: header.mark,
    migration: header.migration,
    tables: [...tables].map(([name, rows]) => ({ name, rows })),
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
