import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { club } from "#club";
import { describeWeeks } from "./format.ts";
import type { ReportData } from "./report-data.ts";
import { ReportParts } from "./report-parts.tsx";

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
        <title>{`${club.name}: ${weeks}`}</title>
        <link rel="icon" href="data:," />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: files of ours */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main className="report">
          <ReportParts data={data} madeBy="ops report" />
        </main>
      </body>
    </html>
  );
}

const styleFiles = ["report.css", "report-parts.css"];

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
  return [...faces, ...styleFiles.map((name) => read(`operations/report/${name}`).toString())].join("\n");
}
