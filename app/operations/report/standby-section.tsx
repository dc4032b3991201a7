import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import { lowerFirst } from "#app/lib/text.ts";
import type { FigureSums } from "#app/models/figures/sum-figures.ts";
import { BarRows, Figure, Section } from "./figure.tsx";
import { formatNumber, shownCount } from "./format.ts";
import { type ReportData, sumAll } from "./report-data.ts";

const reasonNames: Record<StandbyReason, string> = {
  "left over": "Too few for one more table of five",
  full: "Every table was taken",
  diet: "No kitchen for their diet",
  price: "Every restaurant cost too much for them",
  access: "No step-free restaurant",
  venue: "No restaurant met all their needs",
  rules: "Nobody they could sit with",
  "table closed": "Their table could not be used",
};

/** Rare reasons stand together, so that none of them can be worked out. */
function listReasons({ standby }: FigureSums) {
  const rare = standby.filter(({ count }) => shownCount(count) === undefined);
  const rareCount = rare.reduce((sum, { count }) => sum + count, 0);
  const shown = standby
    .filter((each) => !rare.includes(each))
    .map(({ reason, count }) => ({ name: reasonNames[reason], count }));
  const other = { name: rare.length === standby.length ? "Any reason" : "Other reasons", count: rareCount };
  return shownCount(rareCount) ? [...shown, other] : shown;
}

export function StandbySection({ data }: { data: ReportData }) {
  const { booked, ...sums } = sumAll(data);
  const reasons = listReasons({ booked, ...sums });
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  const max = Math.max(0, ...reasons.map(({ count }) => count));
  const [first] = reasons;
  const finding = first
    ? `${formatNumber(total)} of ${formatNumber(booked)} bookings got no seat. ${
        reasons.length === 1
          ? `The reason: ${lowerFirst(first.name)}.`
          : `The most frequent reason: ${lowerFirst(first.name)}, ${formatNumber(first.count)} times.`
      }`
    : sums.onStandby === 0
      ? "Nobody was left without a seat."
      : "Fewer than five bookings got no seat.";
  return (
    <Section id="standby" question="Why were people on standby?" finding={finding} columns={1}>
      {first && (
        <Figure
          label="Bookings without a seat, by reason"
          numbers={{
            headings: ["reason", "bookings"],
            rows: reasons.map(({ name, count }) => [name, count]),
          }}
        >
          <BarRows
            max={max}
            rows={reasons.map(({ name, count }) => ({
              name,
              count,
              text: formatNumber(count),
              mark: "standby",
            }))}
          />
        </Figure>
      )}
    </Section>
  );
}
