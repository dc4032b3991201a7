import * as z from "zod";
import {
  columnsByTable,
  hasMoney,
  isEmptyClub,
  newestMigration,
  restoreBackup,
  takeBackup,
} from "#app/models/backup/backup.server.ts";
import { requireNewFile, toFileError } from "#app/operations/files.ts";
import { filePath } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { plural } from "#app/operations/words.ts";
import { countRows, readBackupFile, requireBackupFile, writeBackupFile } from "./backup-file.ts";

export const backup = defineOperation({
  verb: "backup",
  arguments: "<file>",
  description:
    "Writes every row of the database to a file, as of one moment. Leaves out photos, sessions and links from emails.",
  example: "backup friday.oten --remote",
  concerns: "everybody",
  input: z.object({ file: filePath }),
  async run({ db, now, showProgress }, { file }) {
    requireNewFile(file);
    const taken = await takeBackup(db);
    const rows = countRows(taken);
    const progressBar = showProgress("Writing", rows);
    try {
      writeBackupFile(file, taken, now, progressBar);
    } catch (error) {
      throw toFileError(error, file, "written");
    }
    progressBar.end();
    return { message: `Wrote ${plural(rows, "row")} to ${file}.`, data: { file, rows } };
  },
});

export const restore = defineOperation({
  verb: "restore",
  arguments: "<file>",
  description:
    "Replaces the whole database with a backup, in one transaction. Erased people stay erased, and unsent emails are parked.",
  example: "restore friday.oten --force --yes",
  concerns: "everybody",
  createsClub: true,
  options: { force: "replace a club that is not empty" },
  changesData: true,
  input: z.object({ file: filePath, force: z.boolean().default(false) }),
  checkInput: ({ file }) => requireBackupFile(file),
  async run({ db, now, isRemote, showProgress }, { file, force }) {
    const found = readBackupFile(file, await columnsByTable(db), showProgress);
    const migration = await newestMigration(db);
    if (found.migration !== migration)
      throw refusedError(
        `The backup has migration ${found.migration}, and this club is at ${migration}: see docs/operating/backups.md.`,
      );
    const isEmpty = await isEmptyClub(db);
    if (!isEmpty && !force)
      throw refusedError("The club is not empty: add --force to replace everything in it.");
    if (await hasMoney(db))
      throw refusedError(
        `This club has taken deposits, and their ledger can’t be replaced: ${isRemote ? "use D1 Time Travel, or restore into an empty club" : "restore into an empty club, with another folder for --persist-to"}.`,
      );
    const rows = countRows(found);
    return {
      summary: `replace ${isEmpty ? "an empty club" : "everything in this club"} with ${plural(rows, "row")} of ${found.takenAt}`,
      needsConfirmation: !isEmpty,
      async apply() {
        await restoreBackup(db, found, now);
        return {
          message: `Restored ${plural(rows, "row")} of ${found.takenAt}.`,
          data: { rows, takenAt: found.takenAt },
        };
      },
    };
  },
});
