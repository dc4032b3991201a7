import { root } from "#app/cli/project.mjs";
import { previewNames, renderPreview } from "#app/emails/previews.ts";
import { renderReport } from "#app/operations/report/render-report.tsx";
import { createSampleData } from "#app/operations/report/sample-data.ts";
import type { Document } from "./screen.ts";

/** Every preview of every kind of email. The pictures in them are the club's. */
export const renderEmails = (origin: string): Document[] =>
  previewNames.map((name) => ({
    name: `emails/${name}`,
    html: renderPreview(origin, name)?.html ?? "",
  }));

export const renderSampleReport = (): Document => ({
  name: "report/sample",
  html: renderReport(createSampleData(12, new Date()), root),
});
