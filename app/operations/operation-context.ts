import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { findIdsByPrefix } from "#app/db/find-ids.server.ts";
import { notFoundError, refusedError } from "./operation-error.ts";

export interface ProgressBar {
  update(done: number): void;
  end(): void;
}

export interface OperationContext {
  env: Env;
  db: Database;
  now: Date;
  isRemote: boolean;
  /** For commands that a message names. */
  folderOption: string;
  /** Of Öten: a report is made with files of it. */
  projectFolder: string;
  /** The names of those that are set; undefined where nobody can say. */
  listSecrets(): Promise<string[] | undefined>;
  showProgress(label: string, total: number): ProgressBar;
}

type TableWithId = SQLiteTable & Parameters<typeof findIdsByPrefix>[1];

/** Lists print only the beginning of an id. */
export async function findIdByPrefix(
  { db }: OperationContext,
  table: TableWithId,
  noun: string,
  prefix: string,
): Promise<string> {
  const ids = await findIdsByPrefix(db, table, prefix);
  const [id] = ids;
  if (!id) throw notFoundError(`There is no ${noun} ${prefix}.`);
  if (ids.length > 1) throw refusedError(`More than one ${noun} begins with ${prefix}: type more of the id.`);
  return id;
}
