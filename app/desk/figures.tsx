import type { ReportData } from "#app/operations/report/report-data.ts";
import { ReportParts } from "#app/operations/report/report-parts.tsx";

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The report as `ops report` writes it, of data that was sent as JSON. */
export const Figures = ({ data }: { data: string }) => (
  <div className="report">
    <ReportParts
      data={
        JSON.parse(data, (_, value) =>
          typeof value === "string" && isoTime.test(value) ? new Date(value) : value,
        ) as ReportData
      }
      madeBy="the desk"
    />
  </div>
);
