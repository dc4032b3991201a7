import { capitalize } from "#app/lib/text.ts";
import { BookedSection } from "./booked-section.tsx";
import { DepositsSection, MissingSection } from "./booking-sections.tsx";
import { EmailsSection, ReturnsSection } from "./club-sections.tsx";
import {
  describeWeeks,
  formatCount,
  formatPercent,
  inWords,
  joinList,
  minCount,
  minShareCount,
} from "./format.ts";
import { PromisesSection, StandbySection, WeightsSection } from "./matching-sections.tsx";
import { MeaningSection } from "./meaning-section.tsx";
import { type ReportData, sumAll } from "./report-data.ts";
import { ScoresSection } from "./scores-section.tsx";

/** Everything that a report shows. `madeBy` completes "Made by …". */
export const ReportParts = ({ data, madeBy }: { data: ReportData; madeBy: string }) => (
  <>
    <Heading data={data} weeks={describeWeeks(data.weeks)} />
    <Totals data={data} />
    <BookedSection data={data} />
    <StandbySection data={data} />
    <MissingSection data={data} />
    <DepositsSection data={data} />
    <ScoresSection data={data} />
    <PromisesSection data={data} />
    <MeaningSection data={data} />
    <ReturnsSection data={data} />
    <WeightsSection data={data} />
    <EmailsSection data={data} />
    <Footer data={data} madeBy={madeBy} />
  </>
);

function Heading({ data, weeks }: { data: ReportData; weeks: string }) {
  const count = data.weeks.length;
  const names = data.cities.map(({ name }) => name);
  return (
    <header>
      <div>
        <h1>{`${capitalize(inWords(count))} ${count === 1 ? "week" : "weeks"} at the table`}</h1>
        <p>
          {weeks}. {names.length > 0 ? joinList(names) : "No dinners"}.
        </p>
      </div>
      {data.isSample && <p className="badge">Sample data, made up</p>}
    </header>
  );
}

function Totals({ data }: { data: ReportData }) {
  const { booked, seated, came, brought, seatedOfDecided } = sumAll(data);
  const share = (part: number, whole: number) => (whole < minShareCount ? "–" : formatPercent(part / whole));
  const totals = [
    { name: "booked", value: formatCount(booked) },
    { name: "seated", value: formatCount(seated) },
    { name: "came", value: formatCount(came) },
    { name: "of them by a friend’s link", value: formatCount(brought) },
    { name: "seated, of those who booked", value: share(seated, booked) },
    { name: "came, of those seated", value: share(came, seatedOfDecided) },
  ];
  return (
    <dl>
      {totals.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Footer({ data, madeBy }: { data: ReportData; madeBy: string }) {
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: data.timeZone }).format(
    data.madeAt,
  );
  return (
    <footer>
      <p>
        Booked counts every booking that was not canceled more than 48 hours before dinner. Came counts
        everybody with a seat who is not noted as a no-show. Canceled dinners and deleted accounts are not
        counted.
      </p>
      <p>
        Made by {madeBy} on {day}. No names, no answers: counts of fewer than {minCount} people are left out,
        and so are shares of fewer than {minShareCount}.
      </p>
    </footer>
  );
}
