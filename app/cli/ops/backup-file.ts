/** A backup as a file: a line that says what it is, a line a row, and a line that says it is whole. */
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import * as z from "zod";
import type { Backup, Row } from "#app/models/backup/backup.server.ts";
import { notFound, refused } from "./exit-codes.ts";
import { fileFault } from "./files.ts";
import type { Progress } from "./progress.ts";

const head = z.object({
  oten: z.literal("backup"),
  takenAt: z.string(),
  migration: z.string(),
  rows: z.int(),
});
const line = z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))]);

export const rowsOf = ({ tables }: Backup) => tables.reduce((sum, { rows }) => sum + rows.length, 0);

/** Beside its place first, so that a file of that name is always whole; for its owner's eyes. */
export function writeBackup(file: string, backup: Backup, now: Date, bar: Progress): void {
  const draft = `${file}.part`;
  const out = openSync(draft, "w", 0o600);
  try {
    const rows = rowsOf(backup);
    writeSync(
      out,
      `${JSON.stringify({ oten: "backup", takenAt: now, migration: backup.migration, rows })}\n`,
    );
    let written = 0;
    for (const { name, rows } of backup.tables) {
      for (const row of rows) writeSync(out, `${JSON.stringify([name, row])}\n`);
      written += rows.length;
      bar.at(written);
    }
    closeSync(out);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

export interface BackupFile extends Backup {
  takenAt: string;
}

/** What the file holds, if it is whole and every row is of a table and columns that are here. */
export function readBackup(
  file: string,
  columns: Map<string, string[]>,
  progress: (doing: string, total: number) => Progress,
): BackupFile {
  if (!existsSync(file)) throw notFound(`There is no file ${file}.`);
  const damaged = (number: number) => refused(`Line ${number} of ${file} is damaged: nothing was changed.`);
  const lines = textOf(file).split("\n");
  const {
    takenAt,
    migration,
    rows: promised,
  } = parsed(head, lines[0]) ?? never(`${file} is no backup of Öten.`);
  const bar = progress("Reading", promised);
  const tables = new Map<string, Row[]>();
  for (let i = 1; i <= promised; i++) {
    const [table, row] = parsed(line, lines[i]) ?? never(damaged(i + 1));
    const wanted = columns.get(table)?.toSorted().join();
    if (wanted !== Object.keys(row).sort().join()) throw damaged(i + 1);
    const rows = tables.get(table) ?? [];
    rows.push(row);
    tables.set(table, rows);
    if (i % 1_000 === 0) bar.at(i);
  }
  bar.end();
  return { takenAt, migration, tables: [...tables].map(([name, rows]) => ({ name, rows })) };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw fileFault(error, file, "read");
  }
}

function parsed<T>(schema: z.ZodType<T>, text: string | undefined): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? "")).data;
  } catch {
    return undefined;
  }
}

function never(why: string | Error): never {
  throw typeof why === "string" ? refused(why) : why;
}
