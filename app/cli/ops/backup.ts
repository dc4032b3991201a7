import { existsSync } from "node:fs";
import * as z from "zod";
import {
  columnsByTable,
  hasMoney,
  isEmptyClub,
  newestMigration,
  restoreBackup,
  takeBackup,
} from "#app/models/backup/backup.server.ts";
import { readBackup, rowsOf, writeBackup } from "./backup-file.ts";
import { command } from "./command.ts";
import { refused } from "./exit-codes.ts";
import { fileFault } from "./files.ts";
import { many } from "./text-table.ts";

const file = z.string().min(1);

export const backup = command({
  line: "backup <file>",
  says: "Every row of the club as of one moment, into a file. Photos stay where they are, and nobody’s session is in it.",
  example: "backup friday.oten --remote",
  input: z.object({ file }),
  async run({ db, now, progress }, { file: to }) {
    if (existsSync(to)) throw refused(`${to} is there already: name another, or move it away.`);
    const taken = await takeBackup(db);
    const rows = rowsOf(taken);
    const bar = progress("Writing", rows);
    try {
      writeBackup(to, taken, now, bar);
    } catch (error) {
      throw fileFault(error, to, "written");
    }
    bar.end();
    return { says: `${many(rows, "row")} written to ${to}.`, data: { file: to, rows } };
  },
});

export const restore = command({
  line: "restore <file>",
  says: "Puts a backup in place of all there is, in one. Whoever was erased since stays erased; mails that were waiting are parked.",
  example: "restore friday.oten --force --yes",
  makesClub: true,
  options: [["--force", "even where the club is not empty"]],
  writes: true,
  input: z.object({ file, force: z.boolean().default(false) }),
  async run({ db, now, progress }, { file: from, force }) {
    const found = readBackup(from, await columnsByTable(db), progress);
    const here = await newestMigration(db);
    if (found.migration !== here)
      throw refused(
        `The backup was taken after ${found.migration}, and this club is at ${here}: see docs/operating.md.`,
      );
    const isEmpty = await isEmptyClub(db);
    if (!isEmpty && !force)
      throw refused("The club is not empty: say --force to put the backup in its place.");
    if (await hasMoney(db))
      throw refused(
        "This club has taken deposits, and its ledger can’t be unsaid: use Time Travel, or an empty club.",
      );
    const rows = rowsOf(found);
    return {
      would: `put ${many(rows, "row")} of ${found.takenAt} in place of ${isEmpty ? "an empty club" : "all there is"}`,
      isFinal: !isEmpty,
      async act() {
        await restoreBackup(db, found, now);
        return {
          says: `Put back ${many(rows, "row")} of ${found.takenAt}.`,
          data: { rows, takenAt: found.takenAt },
        };
      },
    };
  },
});
