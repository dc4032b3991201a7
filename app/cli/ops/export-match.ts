import * as z from "zod";
import { loadMatchRecord } from "#app/models/matching/match-records.server.ts";
import { command } from "./command.ts";
import { refused } from "./exit-codes.ts";
import { writeTo } from "./files.ts";
import { called, dinnerNamed } from "./find-event.ts";
import { id } from "./inputs.ts";
import { many } from "./text-table.ts";

export const exportNight = command({
  line: "export <dinner> <file>",
  says: "The night as the matcher was given it, with every seal checked, for somebody else to seat again.",
  example: "match export 3f2a91bc night.json",
  input: z.object({ dinner: id, file: z.string().min(1) }),
  async run(desk, { dinner: start, file }) {
    const dinner = await dinnerNamed(desk, start);
    const sealed = await loadMatchRecord(desk.db, dinner.id);
    if (!dinner.matchedAt) throw refused(`The tables of ${called(dinner)} are not made yet.`);
    if (!sealed?.resultHash)
      throw refused(`${called(dinner)} has no receipt: the matcher did not make its tables.`);
    if (!sealed.isIntact)
      throw refused("The entries are not what was sealed: somebody has touched them since.");
    if (sealed.erasedCount > 0) {
      throw refused(
        `${many(sealed.erasedCount, "entry", "entries")} went with a deleted account: every seal fits, but the night can’t be seated again.`,
      );
    }
    writeTo(file, JSON.stringify(sealed.input, null, 2));
    const check = `npm run match -- --verify ${file} ${sealed.resultHash}`;
    return {
      says: `Every seal fits. Seat it again with\n  ${check}`,
      data: { file, resultHash: sealed.resultHash, rulesVersion: sealed.rulesVersion },
    };
  },
});
