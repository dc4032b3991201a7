import * as z from "zod";
import { loadMatchRecord } from "#app/models/matching/match-records.server.ts";
import { RecordNotRead } from "#app/models/matching/stored-records.server.ts";
import { describeEvent, findEventWithTables } from "#app/operations/event/find-event.ts";
import { findOutput, forceHelp, writeTextFile } from "#app/operations/files.ts";
import { filePath, id } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { plural } from "#app/operations/words.ts";

const unreadable =
  "The bucket does not give the record now. Try again later; in a club that was restored with another bucket, copy the objects under match-records/ from the old one.";

export const exportMatch = defineOperation({
  verb: "export",
  arguments: "<event> <file>",
  description:
    "Writes the match input and the whole record of an event to a file, after checking its hashes, so that others can verify the tables. Only you can read the file.",
  example: "match export 3f2a91bc match-input.json",
  concerns: "everybody",
  options: { force: forceHelp },
  input: z.object({ event: id, file: filePath, force: z.boolean().default(false) }),
  async run(context, { event: prefix, file, force }) {
    findOutput(file, force);
    const event = await findEventWithTables(context, prefix);
    const record = await loadMatchRecord({ db: context.db, bucket: context.env.AVATARS }, event.id).catch(
      (error) => {
        if (error instanceof RecordNotRead) throw refusedError(unreadable);
        throw error;
      },
    );
    if (!record?.seatingHash)
      throw refusedError(`${describeEvent(event)} has no match record: the matcher did not make its tables.`);
    if (!record.isIntact)
      throw refusedError("The record does not fit its hashes: it was changed after the tables were made.");
    if (record.erasedCount > 0) {
      throw refusedError(
        `${plural(record.erasedCount, "entry was", "entries were")} erased with an account: the hashes fit, but the tables can’t be made again.`,
      );
    }
    const { input, fullRecord, seatingHash, resultHash, rulesVersion } = record;
    const text = JSON.stringify({ ...input, record: fullRecord }, null, 2);
    await writeTextFile(file, text, { force, isPrivate: true });
    return {
      message: `Wrote ${file}; all hashes fit. Check the tables with\n  npm run match -- --verify ${file} ${resultHash ?? seatingHash}`,
      data: { file, seatingHash, resultHash, rulesVersion },
    };
  },
});
