import { formatAmount } from "#app/lib/price.ts";
import { capitalize } from "#app/lib/text.ts";
import { type FigureSums, sumFigures } from "#app/models/figures/event-figures.server.ts";
import { BarRows, Figure, Section } from "./figure.tsx";
import {
  formatCount,
  formatNumber,
  formatPercent,
  joinList,
  minShareCount,
  plural,
  shownCount,
} from "./format.ts";
import { type ReportCity, type ReportData, sumAll } from "./report-data.ts";

interface SumsOfCity {
  name: string;
  sums: FigureSums;
}

const sumByCity = ({ cities }: ReportData): SumsOfCity[] =>
  cities.map(({ name, events }) => ({ name, sums: sumFigures(events) }));

export function MissingSection({ data }: { data: ReportData }) {
  const all = sumAll(data);
  const cities = sumByCity(data);
  const max = Math.max(0, ...cities.flatMap(({ sums }) => [sums.lateCancels, sums.noShows]));
  const countBy = (figure: "lateCancels" | "noShows") => cities.map(({ sums }) => sums[figure]);
  const late = describeTotal(countBy("lateCancels"), "canceled in the last 48 hours");
  const missing = describeTotal(countBy("noShows"), "did not come");
  const finding =
    all.booked === 0
      ? "Nobody has booked yet."
      : `${capitalize(late)} of ${plural(all.booked, "booking")}, and ${missing} of ${plural(all.seatedOfDecided, "seat")}.`;
  return (
    <Section
      id="missing"
      question="Who canceled late or did not come?"
      finding={finding}
      columns={cities.length === 1 ? 1 : 2}
    >
      {cities.length > 0 &&
        cities.map(({ name, sums }) => {
          const rows = [
            { name: "Canceled late", count: sums.lateCancels, of: sums.booked },
            { name: "Did not come", count: sums.noShows, of: sums.seatedOfDecided },
          ];
          return (
            <Figure
              key={name}
              title={name}
              label={`${name}: late cancellations and no-shows`}
              numbers={{
                headings: ["what", "people", "of", "share"],
                rows: rows.map((row) => [
                  row.name,
                  formatCount(row.count),
                  formatNumber(row.of),
                  shareOf(row),
                ]),
              }}
            >
              <BarRows
                max={max}
                rows={rows.map((row) => ({
                  name: row.name,
                  count: shownCount(row.count),
                  text: [formatCount(row.count), shareOf(row)].filter(Boolean).join(" · "),
                  mark: row === rows[0] ? "outline" : "full",
                }))}
              />
            </Figure>
          );
        })}
    </Section>
  );
}

/** Describes the total of cities' counts. An exact total would reveal a count that is hidden. */
function describeTotal(counts: readonly number[], what: string): string {
  const shown = counts.flatMap((count) => shownCount(count) ?? []);
  const total = shown.reduce((sum, count) => sum + count, 0);
  if (shown.length === counts.length) return `${formatNumber(total)} ${what}`;
  if (total > 0) return `at least ${formatNumber(total)} ${what}`;
  return `fewer than five ${counts.length > 1 ? "in a city " : ""}${what}`;
}

const shareOf = ({ count, of }: { count: number; of: number }): string =>
  shownCount(count) === undefined || of < minShareCount ? "" : formatPercent(count / of);

interface DepositSums {
  name: string;
  currency: string;
  rows: { name: string; count: number; amount: string }[];
}

const listDeposits = ({ name, events }: ReportCity): DepositSums[] =>
  sumFigures(events).deposits.map(({ currency, refundedCount, refunded, keptCount, kept }) => ({
    name: `${name}, ${currency.toUpperCase()}`,
    currency,
    rows: [
      { name: "Returned", count: refundedCount, amount: formatAmount(refunded, currency) },
      { name: "Kept", count: keptCount, amount: formatAmount(kept, currency) },
    ],
  }));

export function DepositsSection({ data }: { data: ReportData }) {
  const all = sumAll(data).deposits;
  const byCity = data.cities.flatMap(listDeposits);
  const max = Math.max(0, ...byCity.flatMap(({ rows }) => rows.map(({ count }) => count)));
  const [returned = [], kept = []] = [0, 1].map((i) => byCity.map(({ rows }) => rows[i]?.count ?? 0));
  const hasAny = [...returned, ...kept].some((count) => count > 0);
  const keptAmounts = all
    .filter(({ currency }) =>
      byCity.every(
        (city) => city.currency !== currency || shownCount(city.rows[1]?.count ?? 0) !== undefined,
      ),
    )
    .filter(({ keptCount }) => keptCount > 0)
    .map((sums) => formatAmount(sums.kept, sums.currency));
  const finding = hasAny
    ? `${capitalize(describeTotal(returned, "deposits were returned"))}, and ${describeTotal(kept, "were kept")}${keptAmounts.length > 0 ? `: ${joinList(keptAmounts)}` : ""}. Those of deleted accounts are not among them.`
    : "No deposit of these dinners has been decided.";
  return (
    <Section
      id="deposits"
      question="What became of the deposits?"
      finding={finding}
      columns={byCity.length === 1 ? 1 : 2}
    >
      {hasAny &&
        byCity.map(({ name, rows }) => (
          <Figure
            key={name}
            title={name}
            label={`${name}: deposits returned and kept`}
            numbers={{
              headings: ["what", "deposits", "amount"],
              rows: rows.map((row) => [
                row.name,
                formatCount(row.count),
                shownCount(row.count) ? row.amount : "",
              ]),
            }}
          >
            <BarRows
              max={max}
              rows={rows.map((row) => ({
                name: row.name,
                count: shownCount(row.count),
                text: [formatCount(row.count), shownCount(row.count) ? row.amount : ""]
                  .filter(Boolean)
                  .join(" · "),
                mark: row === rows[0] ? "outline" : "full",
              }))}
            />
          </Figure>
        ))}
    </Section>
  );
}
