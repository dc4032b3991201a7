import { BarRows, Figure, Section } from "./figure.tsx";
import { formatNumber, formatPercent, minShareCount } from "./format.ts";
import type { ReportData } from "./report-data.ts";

/** As the tables were made; not kept only where the hard rules left a choice. */
export function PromisesSection({ data }: { data: ReportData }) {
  const promises = data.promises
    .filter(({ of }) => of >= minShareCount)
    .map(({ broken, of, whose, ...each }) => ({
      ...each,
      of: `${formatNumber(of)} ${whose}`,
      share: broken / of,
    }))
    .toSorted((one, other) => other.share - one.share);
  const [worst] = promises;
  const finding = worst
    ? `As the tables were made. Kept least often: ${worst.promise}, not for ${formatPercent(worst.share)} of ${worst.of}.`
    : "Too few people to say anything.";
  return (
    <Section
      id="promises"
      question="What the quiz promises: how often was it not kept?"
      finding={finding}
      columns={1}
    >
      {worst && (
        <Figure
          label="How often each promise was not kept"
          numbers={{
            headings: ["promise", "not kept", "of"],
            rows: promises.map(({ promise, share, of }) => [promise, formatPercent(share), of]),
          }}
        >
          <BarRows
            max={1}
            rows={promises.map(({ promise, share }) => ({
              name: promise,
              count: share,
              text: formatPercent(share),
              mark: "standby",
            }))}
          />
        </Figure>
      )}
    </Section>
  );
}
