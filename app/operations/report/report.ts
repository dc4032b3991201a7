import * as z from "zod";
import { findOutput, forceHelp, writeTextFile } from "#app/operations/files.ts";
import { cityFilterOption, citySlug, filePath, findCityFilter, wholeNumber } from "#app/operations/inputs.ts";
import { defineOperation, usageError } from "#app/operations/operation.ts";
import { plural } from "#app/operations/words.ts";
import { renderReport } from "./render-report.tsx";
import { loadReportData } from "./report-data.ts";
import { createSampleData } from "./sample-data.ts";

export const report = defineOperation({
  verb: "report",
  arguments: "<file>",
  description:
    "Writes a page with plots of how the dinners of the last calendar weeks went. It is one file, which loads nothing, names nobody, and leaves out counts of fewer than five people.",
  example: "report report.html --weeks 12",
  concerns: "nobody",
  computerReason: "the page Figures shows the same, and the command writes it to a file",
  options: {
    city: cityFilterOption,
    weeks: ["<number>", "of how many calendar weeks up to this one, 12 by default"],
    sample: "of made-up data, to see what a report looks like",
    force: forceHelp,
  },
  input: z.object({
    file: filePath,
    city: citySlug.optional(),
    weeks: wholeNumber(1, 520).default(12),
    sample: z.boolean().default(false),
    force: z.boolean().default(false),
  }),
  checkInput({ file, city, sample, force }) {
    if (sample && city) throw usageError("Use either --sample or --city.");
    findOutput(file, force);
  },
  async run(context, { file, city: slug, weeks, sample, force }) {
    const { db, now, projectFolder } = context;
    const city = await findCityFilter(context, slug);
    const data = sample
      ? createSampleData(weeks, now)
      : await loadReportData(db, { city, weekCount: weeks, now });
    await writeTextFile(file, renderReport(data, projectFolder), { force });
    const dinners = data.cities.reduce((sum, { events }) => sum + events.length, 0);
    const what = sample ? "made-up data" : `${plural(dinners, "dinner")} of ${plural(weeks, "week")}`;
    return {
      message: `Wrote ${file}: ${what}. Open it in a browser.`,
      data: { file, weeks, dinners, isSample: sample },
    };
  },
});
