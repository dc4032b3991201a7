import { escapeXml, style, width } from "./charts.ts";
import type { LearningCurve } from "./learning-figures.ts";

const height = 420;
const plot = { left: 64, right: width - 36, top: 132, bottom: height - 52 };
const axisDinners = [100, 200, 500, 1_000, 2_000, 4_000];
const axisShares = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** Different dashes, so that the lines are told apart without colors. */
const dashes = ["none", "10 4", "3 4", "12 4 3 4"];
const targets = [
  { dinners: 200, share: 0.1 },
  { dinners: 1_000, share: 0.3 },
];

const chartStyle = `${style}
  .curve { fill: none; stroke-width: 2.5 } .band { opacity: 0.14 } .grid { stroke: #e7e1d8 }
  .c0 { stroke: #3f7d5c } .c1 { stroke: #2f6fa8 } .c2 { stroke: #b3372b } .c3 { stroke: #8a6a1f } .fill0 { fill: #3f7d5c }
  @media (prefers-color-scheme: dark) {
    .grid { stroke: #322c27 }
    .c0 { stroke: #6fbd92 } .c1 { stroke: #7fb4e6 } .c2 { stroke: #ef7d6f } .c3 { stroke: #d9b45c } .fill0 { fill: #6fbd92 }
  }
`;

/** The first curve has a band from the worst club to the best. */
export function drawLearningChart(curves: LearningCurve[]): string {
  const title = "Learned weights: how much of the gap in true liking they close";
  const subtitle =
    "From the operator's weights (0 %) to the true ones (100 %), all clubs together. Band: worst to best club.";
  const [first] = curves;
  const band = first && [
    ...first.points.map(({ dinners, best }) => place(dinners, best)),
    ...first.points.toReversed().map(({ dinners, worst }) => place(dinners, worst)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${escapeXml(title)}</title>
<style>${chartStyle}</style>
<rect class="panel" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" />
<text class="text title" x="24" y="34">${escapeXml(title)}</text>
<text class="muted" x="24" y="56">${escapeXml(subtitle)}</text>
${curves.map(drawLegend).join("\n")}
${axisShares.map(drawShare).join("\n")}
${axisDinners.map(drawDinners).join("\n")}
<text class="muted" x="${plot.right}" y="${plot.bottom + 38}" text-anchor="end">dinners eaten (100 each evening)</text>
${band ? `<polygon class="fill0 band" points="${band.join(" ")}" />` : ""}
${curves.map(drawCurve).join("\n")}
${targets.map(drawTarget).join("\n")}
</svg>
`;
}

const x = (dinners: number) =>
  Math.round(plot.left + ((plot.right - plot.left) * Math.log(dinners / 100)) / Math.log(40));

const y = (share: number) =>
  Math.round(plot.bottom - ((plot.bottom - plot.top) * Math.min(1.2, Math.max(-0.05, share))) / 1.2);

const place = (dinners: number, share: number) => `${x(dinners)},${y(share)}`;

const drawCurve = ({ points }: LearningCurve, index: number) =>
  `<polyline class="curve c${index}" stroke-dasharray="${dashes[index]}" points="${points
    .map(({ dinners, overall }) => place(dinners, overall))
    .join(" ")}" />`;

function drawLegend({ label }: LearningCurve, index: number): string {
  const [left, top] = [24 + (index % 2) * 400, 80 + Math.floor(index / 2) * 22];
  return `<line class="curve c${index}" stroke-dasharray="${dashes[index]}" x1="${left}" y1="${top}" x2="${left + 44}" y2="${top}" />
<text class="text" x="${left + 54}" y="${top + 4}">${escapeXml(label)}</text>`;
}

const drawShare = (share: number) =>
  `<line class="grid" x1="${plot.left}" y1="${y(share)}" x2="${plot.right}" y2="${y(share)}" />
<text class="muted" x="${plot.left - 8}" y="${y(share) + 4}" text-anchor="end">${100 * share} %</text>`;

const drawDinners = (dinners: number) =>
  `<text class="muted" x="${x(dinners)}" y="${plot.bottom + 18}" text-anchor="middle">${dinners.toLocaleString("en-US")}</text>`;

const drawTarget = ({ dinners, share }: (typeof targets)[number]) =>
  `<path class="text" d="M${x(dinners)} ${y(share) - 6} l6 6 l-6 6 l-6 -6 z" />
<text class="muted" x="${x(dinners) + 12}" y="${y(share) + 16}">target ${100 * share} %</text>`;
