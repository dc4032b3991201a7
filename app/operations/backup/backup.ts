import * as z from "zod";
import {
  countBackedUpRows,
  maxPageSize,
  newestMigration,
  takeBackup,
} from "#app/models/backup/backup.server.ts";
import {
  followKeptChanges,
  followKeptChangesSince,
  markBackup,
  type NewerRows,
} from "#app/models/backup/kept-changes.server.ts";
import {
  allLoaded,
  columnsByTable,
  findRestoring,
  forgetRestoring,
  hasMoney,
  isEmptyClub,
  putNewerBack,
  replayAfterTimeTravel,
  restoreBackup,
  restoreInPages,
  wasOvertaken,
} from "#app/models/backup/restore.server.ts";
import { findOutput, forceHelp } from "#app/operations/files.ts";
import { filePath, text } from "#app/operations/inputs.ts";
import { defineOperation, refusedError } from "#app/operations/operation.ts";
import { findClubTimeFormat, findClubZone, parseTime, plural } from "#app/operations/words.ts";
import { readBackupFile, requireBackupFile, writeBackupFile } from "./backup-file.ts";

export const backup = defineOperation({
  verb: "backup",
  arguments: "<file>",
  description:
    "Writes every row of the database to a file. Leaves out photos and match records, which stay in the bucket, sessions and links from emails.",
  example: "backup friday.oten --remote",
  concerns: "everybody",
  computerReason: "it writes a file on that computer",
  options: { force: forceHelp },
  input: z.object({ file: filePath, force: z.boolean().default(false) }),
  async run({ db, env, now, showProgress }, { file, force }) {
    findOutput(file, force);
    const mark = await markBackup({ db, bucket: env.AVATARS });
    const header = { takenAt: now, mark, migration: await newestMigration(db) };
    const progressBar = showProgress("Writing", await countBackedUpRows(db));
    const rows = await writeBackupFile(file, header, takeBackup(db), progressBar, force);
    progressBar.end();
    return { message: `Wrote ${plural(rows, "row")} to ${file}.`, data: { file, rows } };
  },
});

const notKept =
  "Bookings, seats and settings are as in the backup. What the bucket lacks is not known: of a lost database, what was changed in its last minute.";

const countOwners = (newer: NewerRows[]) => new Set(newer.map(({ owner }) => owner)).size;

const overtakenError = refusedError(
  "The club was changed meanwhile, by somebody who signed up or by another restore. Run this again to see how it stands.",
);

export const restore = defineOperation({
  verb: "restore",
  arguments: "<file>",
  description:
    "Replaces the whole database with a backup: in one transaction, or in an empty club page by page, where it serves nobody until all is there. Newer choices about privacy, safety, access and health stay: accounts and how to sign in, answers and consents, wishes and contacts, blocks and avoidances, canceled bookings, host links. Unsent emails are parked.",
  example: "restore friday.oten --force --yes",
  concerns: "everybody",
  computerReason: "it reads a file on that computer",
  createsClub: true,
  options: {
    force: "replace a club that is not empty",
    withoutKeptChanges: "undo all choices since the backup: for practice on your own computer",
  },
  changesData: true,
  input: z.object({
    file: filePath,
    force: z.boolean().default(false),
    withoutKeptChanges: z.boolean().default(false),
  }),
  checkInput: ({ file }) => requireBackupFile(file),
  async run(
    { db, env, now, isRemote, showProgress },
    { file, force, withoutKeptChanges },
    pageSize = maxPageSize,
  ) {
    const restoring = await findRestoring(db);
    const interrupted = restoring?.loaded === allLoaded ? undefined : restoring;
    const columns = await columnsByTable(db, interrupted !== undefined);
    const found = readBackupFile(file, columns, showProgress);
    const { rowCount: rows } = found;
    const finish = async (done: string) => {
      // If this fails, the command can simply be repeated.
      await forgetRestoring(db).catch(() => {});
      return { message: `${done} ${notKept}`, data: { rows, takenAt: found.takenAt } };
    };
    if (restoring && !interrupted && restoring.sha256 === found.sha256)
      return {
        summary: `say how the restore of ${plural(rows, "row")} of ${found.takenAt} went, which is done`,
        apply: () => finish(`${plural(rows, "row")} of ${found.takenAt} were restored already.`),
      };
    if (interrupted && interrupted.sha256 !== found.sha256)
      throw refusedError(
        "A restore of another file was interrupted, and the club serves nobody until that is done: restore that file with the same version of Öten, or begin with a new database.",
      );
    const migration = await newestMigration(db);
    if (found.migration !== migration)
      throw refusedError(
        `The backup has migration ${found.migration}, and this club is at ${migration}: see docs/operating/backups.md.`,
      );
    const isEmpty = interrupted !== undefined || (await isEmptyClub(db));
    if (!isEmpty && !force)
      throw refusedError("The club is not empty: add --force to replace everything in it.");
    if (!interrupted && (await hasMoney(db)))
      throw refusedError(
        `This club has taken deposits, and their ledger can’t be replaced: ${isRemote ? "use D1 Time Travel, or restore into an empty club" : "restore into an empty club, with another folder for --persist-to"}.`,
      );
    const readNewer = withoutKeptChanges ? async () => [] : await followKeptChanges(env.AVATARS, found.mark);
    if (!readNewer)
      throw refusedError(
        `The bucket of this club has not kept what was changed since the backup, so people who were erased, blocked or kept apart since would be back as they were, with the answers and contacts of then. Copy the objects under kept-changes/ from the bucket of the club that the backup is of, or, to practice on your own computer, add --without-kept-changes.`,
      );
    const newer = await readNewer();
    const again = withoutKeptChanges
      ? ", and undo all choices since then: erasures, withdrawn consents, answers, blocks, avoidances, unsubscribes, changed passwords and addresses"
      : `, and keep what is newer of ${plural(countOwners(newer), "person, booking or place", "people, bookings and places")}`;
    return {
      summary: `${interrupted ? `go on after ${plural(interrupted.loaded, "row")}, and ` : ""}replace ${isEmpty ? "an empty club" : "everything in this club"} with ${plural(rows, "row")} of ${found.takenAt}${again}`,
      needsConfirmation: !isEmpty || (withoutKeptChanges && isRemote),
      isRepeatable: isEmpty,
      async apply() {
        const readAll = async () => [...newer, ...(await readNewer())];
        const { sha256 } = found;
        const readPages = (skipped: number) => found.readPages(skipped, pageSize);
        if (isEmpty) {
          const progressBar = showProgress("Restoring", rows);
          const onLoaded = progressBar.update;
          await restoreInPages(db, {
            sha256,
            interrupted,
            readPages,
            readNewer: readAll,
            now,
            onLoaded,
          }).catch((error) => {
            throw wasOvertaken(error) ? overtakenError : error;
          });
          progressBar.end();
        } else {
          await restoreBackup(db, [...readPages(0)], withoutKeptChanges ? undefined : await readAll(), now);
          // Changes that a running club put there meanwhile.
          const later = await readNewer();
          if (later.length > 0) await putNewerBack(db, later, now);
        }
        return finish(`Restored ${plural(rows, "row")} of ${found.takenAt}.`);
      },
    };
  },
});

export const replay = defineOperation({
  verb: "replay",
  arguments: "<since>",
  description:
    "After D1 Time Travel, puts back what is newer than that time of choices about privacy, safety, access and health, as restore does. Signs everybody out, and ends links from emails and recoveries.",
  example: 'replay "2026-12-04 19:00" --remote',
  concerns: "everybody",
  computerReason: "it follows a restore, which is done there",
  changesData: true,
  input: z.object({ since: text(40) }),
  async run({ db, env, now }, { since }) {
    const from = parseTime(since, await findClubZone(db));
    const formatTime = await findClubTimeFormat(db);
    const newer = await followKeptChangesSince(env.AVATARS, from.getTime())();
    const owners = plural(countOwners(newer), "person, booking or place", "people, bookings and places");
    return {
      summary: `sign everybody out, end their links and recoveries, and keep what is newer than ${formatTime(from)} of ${owners}`,
      needsConfirmation: true,
      async apply() {
        await replayAfterTimeTravel(db, newer, now);
        return {
          message: `Kept what is newer of ${owners}. ${notKept}`,
          data: { newer: countOwners(newer) },
        };
      },
    };
  },
});
