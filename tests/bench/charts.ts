import type { MatcherRow, PageRow } from "./results.ts";
import { isWithinLimit } from "./tables.ts";

interface Bar {
  label: string;
  /** From 0 to 1. */
  length: number;
  figure: string;
  isReached: boolean;
}

interface Chart {
  title: string;
  subtitle: string;
  bars: Bar[];
  line: { at: number; label: string };
  /** In pixels. */
  columns: { labelEnd: number; figureEnd: number; barStart: number };
}

export function drawPagesChart(rows: PageRow[]): string {
  const bars = rows.flatMap((row): Bar[] => {
    if (!row.limit || row.limit.value === 0 || row.unit === "points") return [];
    const used = row.limit.rule === "≤" ? row.worst / row.limit.value : row.limit.value / row.worst;
    const figure = `${Math.round(100 * used)} %`;
    return [
      { label: row.what.replaceAll("`", ""), length: used / 2.5, figure, isReached: isWithinLimit(row) },
    ];
  });
  return draw({
    title: "Pages: how much of its budget each figure uses",
    subtitle: "Measured ÷ budget; for a minimum, minimum ÷ measured. Over 100 % (red) the budget is missed.",
    bars,
    line: { at: 1 / 2.5, label: "budget" },
    columns: { labelEnd: 420, figureEnd: 476, barStart: 490 },
  });
}

export function drawMatcherChart(rows: MatcherRow[]): string {
  const bars = rows.flatMap(({ what, speedRatio, valueRatio, isReached }): Bar[] => {
    if (!speedRatio || !valueRatio) return [];
    const label = what.split(/: |, compared/)[0] ?? what;
    const figure = `${speedRatio.toLocaleString("en-US")} × as fast, ${valueRatio.toFixed(3)} × the value`;
    return [{ label, length: Math.log10(speedRatio) / 4, figure, isReached }];
  });
  return draw({
    title: "Matcher: speed compared with the best other solver",
    subtitle:
      "How many times as fast, on a logarithmic scale, and how good the seating is. Longer is better.",
    bars,
    line: { at: 0, label: "equally fast" },
    columns: { labelEnd: 192, figureEnd: 434, barStart: 448 },
  });
}

export const width = 860;
const rowHeight = 26;
const top = 84;

export const style = `
  .panel { fill: #ffffff; stroke: #d6d0c6 } .text { fill: #2b2622 } .muted { fill: #6b625a }
  .bar { fill: #3f7d5c } .missed { fill: #b3372b } .line { stroke: #6b625a }
  text { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif }
  .title { font-size: 17px; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .panel { fill: #1c1917; stroke: #443d37 } .text { fill: #f3eee7 } .muted { fill: #b0a69b }
    .bar { fill: #6fbd92 } .missed { fill: #ef7d6f } .line { stroke: #b0a69b }
  }
`;

/** An SVG with a panel of its own, because GitHub's theme and the browser's may differ. */
function draw({ title, subtitle, bars, line, columns }: Chart): string {
  const height = top + bars.length * rowHeight + 30;
  const maxBarWidth = width - columns.barStart - 24;
  const lineX = Math.round(columns.barStart + line.at * maxBarWidth);
  const drawBar = ({ label, length, figure, isReached }: Bar, index: number) => {
    const y = top + index * rowHeight;
    const barWidth = Math.max(2, Math.round(Math.min(length, 1) * maxBarWidth));
    return `<text class="text" x="${columns.labelEnd}" y="${y + 14}" text-anchor="end">${escapeXml(label)}</text>
<text class="${isReached ? "muted" : "missed"}" x="${columns.figureEnd}" y="${y + 14}" text-anchor="end">${escapeXml(figure)}</text>
<rect class="${isReached ? "bar" : "missed"}" x="${columns.barStart}" y="${y + 2}" width="${barWidth}" height="16" rx="2" />`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${escapeXml(title)}</title>
<style>${style}</style>
<rect class="panel" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" />
<text class="text title" x="24" y="34">${escapeXml(title)}</text>
<text class="muted" x="24" y="56">${escapeXml(subtitle)}</text>
${bars.map(drawBar).join("\n")}
<line class="line" x1="${lineX}" y1="${top - 4}" x2="${lineX}" y2="${height - 28}" stroke-dasharray="3 3" />
<text class="muted" x="${lineX}" y="${height - 12}" text-anchor="middle">${escapeXml(line.label)}</text>
</svg>
`;
}

export const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
