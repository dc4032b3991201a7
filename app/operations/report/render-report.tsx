import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
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

/** The page loads nothing: no script, and no other file. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:";

export const renderReport = (data: ReportData, projectFolder: string): string =>
  `<!doctype html>\n${renderToStaticMarkup(<Report data={data} styles={readStyles(projectFolder)} />)}\n`;

function Report({ data, styles }: { data: ReportData; styles: string }) {
  const weeks = describeWeeks(data.weeks);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{`Öten: ${weeks}`}</title>
        <link rel="icon" href="data:," />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: files of ours */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main>
          <Heading data={data} weeks={weeks} />
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
          <Footer data={data} />
        </main>
      </body>
    </html>
  );
}

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
  const { booked, seated, came, seatedOfDecided } = sumAll(data);
  const share = (part: number, whole: number) => (whole < minShareCount ? "–" : formatPercent(part / whole));
  const totals = [
    { name: "booked", value: formatCount(booked) },
    { name: "seated", value: formatCount(seated) },
    { name: "came", value: formatCount(came) },
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

function Footer({ data }: { data: ReportData }) {
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
        Made by ops report on {day}. No names, no answers: counts of fewer than {minCount} people are left
        out, and so are shares of fewer than {minShareCount}.
      </p>
    </footer>
  );
}

const fontFiles = ["fraunces-latin", "fraunces-hungarian", "inter-latin", "inter-hungarian"];

/** The website's fonts, with the letters that each file has. */
function readStyles(projectFolder: string): string {
  const read = (file: string) => readFileSync(join(projectFolder, "app", file));
  const fonts = read("styles/fonts.css").toString();
  const faces = fontFiles.map((name) => {
    const face = fonts.match(new RegExp(`@font-face \\{[^}]*${name}\\.woff2[^}]*\\}`))?.[0] ?? "";
    const data = read(`assets/fonts/${name}.woff2`).toString("base64");
    return face.replace(/url\("[^"]*"\)/, `url("data:font/woff2;base64,${data}")`);
  });
  return [...faces, read("operations/report/report.css").toString()].join("\n");
}
