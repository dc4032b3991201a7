/**
 * `npm run budget`: measures page weights and speed, and fails when one is over its budget.
 * `-- --write` saves the figures in docs/benchmarks.json, `-- --no-start` skips `npm start`.
 */
import { publicPages } from "#app/http/public-pages.ts";
import { startDemoClub } from "./demo-club.ts";
import { openEdgeProxy } from "./edge-proxy.ts";
import { type LighthouseResult, runLighthouse } from "./lighthouse.ts";
import { compareManyCities } from "./many-cities.ts";
import { measurePageCosts } from "./page-cost.ts";
import { measurePageWeight } from "./page-weight.ts";
import { type PageRow, saveResults } from "./results.ts";
import { measureSlowLine } from "./slow-line.ts";
import { measureBundleBytes, measureNpmStart, measureStartUpMs } from "./start-up.ts";
import { isWithinLimit } from "./tables.ts";
import { compareWithBareRemix } from "./throughput.ts";

type Budget = Pick<PageRow, "what" | "unit" | "limit">;

const atMost = (what: string, value: number, unit: string): Budget => ({
  what,
  unit,
  limit: { rule: "≤", value },
});
const atLeast = (what: string, value: number, unit = ""): Budget => ({
  what,
  unit,
  limit: { rule: "≥", value },
});

const forComparison = (what: string, unit: string): Budget => ({ what, unit });

const budgets = {
  landingMarkup: atMost("Landing page: HTML and CSS, brotli", 16, "kB"),
  landingTotal: atMost("Landing page: everything a phone loads", 220, "kB"),
  publicScript: atMost("Public pages: JavaScript, gzip", 2, "kB"),
  appScript: atMost("Signed-in pages: JavaScript, gzip", 6, "kB"),
  quizScript: atMost("Quiz: JavaScript, gzip", 100, "kB"),
  publicPerformance: atLeast("Public pages: Lighthouse performance", 99, "points"),
  publicAccessibility: atLeast("Public pages: Lighthouse accessibility", 100, "points"),
  publicBestPractices: atLeast("Public pages: Lighthouse best practices", 100, "points"),
  publicSeo: atLeast("Public pages: Lighthouse SEO", 100, "points"),
  appPerformance: atLeast("Signed-in pages: Lighthouse performance", 99, "points"),
  appAccessibility: atLeast("Signed-in pages: Lighthouse accessibility", 100, "points"),
  appBestPractices: atLeast("Signed-in pages: Lighthouse best practices", 100, "points"),
  landingPaint: atMost("Landing page: largest contentful paint", 1200, "ms"),
  publicPaint: atMost("Other public pages: largest contentful paint", 1200, "ms"),
  appPaint: atMost("Signed-in pages: largest contentful paint", 1200, "ms"),
  // The only page that waits for React.
  quizPaint: atMost("Quiz: largest contentful paint", 1400, "ms"),
  slowPaint: atMost("All pages, 400 ms away with 50 kB/s: first contentful paint", 2000, "ms"),
  slowQuiz: atMost("Quiz, 400 ms away with 50 kB/s: until it answers", 3000, "ms"),
  layoutShift: atMost("All pages: layout shift", 0, ""),
  blockingTime: atMost("All pages: blocking time, without that of a blank page", 50, "ms"),
  blockingProcessor: atMost("All pages: blocking time, counting only processor time", 50, "ms"),
  blankPaint: forComparison("A blank page, measured beside them: largest contentful paint", "ms"),
  blankBlockingTime: forComparison("A blank page, measured beside them: blocking time", "ms"),
  landingThroughput: atLeast("Landing page: requests a second ÷ bare Remix page", 0.7),
  eventsCost: atMost("Events, signed in: time ÷ (database trip alone + page without data)", 1.25, ""),
  bookingsCost: atMost("Bookings, signed in: time ÷ (database trip alone + page without data)", 1.25, ""),
  manyCities: atMost("Events of a city: time beside 10,000 events of 499 other cities ÷ alone", 1.1, ""),
  bundle: atMost("Worker bundle, gzip", 700, "kB"),
  startUp: atMost("Worker start-up", 100, "ms"),
  firstStart: atMost("`npm start` on a bare clone, warm npm cache", 120, "s"),
  secondStart: atMost("`npm start`, second time", 8, "s"),
} satisfies Record<string, Budget>;

const rows: Record<string, PageRow> = {};
let failedCount = 0;

function check(name: keyof typeof budgets, measured: number, path = ""): void {
  const budget: Budget = budgets[name];
  const isWithin = isWithinLimit({ ...budget, worst: measured });
  if (!isWithin) failedCount++;
  const label = `${path} ${budget.what}`.trim().padEnd(84);
  const limit = budget.limit ? `${budget.limit.rule} ${budget.limit.value}` : "";
  console.log(
    `${isWithin ? "ok  " : "OVER"}  ${label} ${`${Number(measured.toFixed(2))} ${budget.unit}`.padStart(12)}  ${limit}`,
  );
  rows[name] = merge(rows[name], { ...budget, worst: Number(measured.toFixed(3)) });
}

/** The blank page shows how busy the machine is, so that its blocking time is not counted as ours. */
function checkSteadiness(result: LighthouseResult, path: string): void {
  const ownBlockingTime = Math.max(0, result.blockingTimeMs - result.blankBlockingTimeMs);
  check("layoutShift", result.layoutShift, path);
  check("blockingTime", Math.round(ownBlockingTime), path);
  check("blockingProcessor", Math.round(result.blockingProcessorMs), path);
  check("blankPaint", Math.round(result.blankPaintMs), path);
  check("blankBlockingTime", Math.round(result.blankBlockingTimeMs), path);
}

function merge(earlier: PageRow | undefined, row: PageRow): PageRow {
  if (!earlier || earlier.worst === row.worst) return earlier ?? row;
  const values = [earlier.worst, earlier.best ?? earlier.worst, row.worst].toSorted((a, b) => a - b);
  const [lowest = 0, highest = 0] = [values[0], values.at(-1)];
  return row.limit?.rule === "≥"
    ? { ...row, worst: lowest, best: highest }
    : { ...row, worst: highest, best: lowest };
}

const toKb = (bytes: number) => bytes / 1000;

const { worker, url: workerUrl, cookie } = await startDemoClub();
const edge = await openEdgeProxy(workerUrl);
const landing = await measurePageWeight(edge.url);
check("landingMarkup", toKb(landing.documentBytes + landing.styleBytes));
check("landingTotal", toKb(landing.totalBytes));
for (const path of publicPages) {
  const { scriptBytes } = await measurePageWeight(edge.url + path);
  check("publicScript", toKb(scriptBytes), path);
}
/** The only page that runs React in the browser. */
const isQuiz = (path: string) => path.startsWith("/quiz");
const appPages = ["/quiz?question=1", "/identity", "/events", "/dashboard/bookings", "/dashboard/settings"];
for (const path of appPages) {
  const { scriptBytes } = await measurePageWeight(edge.url + path, cookie);
  check(isQuiz(path) ? "quizScript" : "appScript", toKb(scriptBytes), path);
}

for (const [url, result] of await runLighthouse(publicPages.map((path) => edge.url + path))) {
  const { pathname: path } = new URL(url);
  check("publicPerformance", result.performance, path);
  check("publicAccessibility", result.accessibility, path);
  check("publicBestPractices", result.bestPractices, path);
  check("publicSeo", result.seo, path);
  check(path === "/" ? "landingPaint" : "publicPaint", Math.round(result.contentfulPaintMs), path);
  checkSteadiness(result, path);
}
const appUrls = appPages.map((path) => edge.url + path);
for (const [url, result] of await runLighthouse(appUrls, cookie)) {
  const { pathname: path } = new URL(url);
  check("appPerformance", result.performance, path);
  check("appAccessibility", result.accessibility, path);
  check("appBestPractices", result.bestPractices, path);
  check(isQuiz(path) ? "quizPaint" : "appPaint", Math.round(result.contentfulPaintMs), path);
  checkSteadiness(result, path);
}
for (const path of [...publicPages, ...appPages]) {
  const { firstPaintMs, loadedMs } = await measureSlowLine(
    edge.url + path,
    appPages.includes(path) ? cookie : "",
  );
  check("slowPaint", Math.round(firstPaintMs), path);
  if (isQuiz(path)) check("slowQuiz", Math.round(loadedMs), path);
}
edge.close();
await worker.dispose();

check("landingThroughput", await compareWithBareRemix("/"));
const costs = await measurePageCosts(["/events", "/dashboard/bookings"]);
check("eventsCost", costs.get("/events") ?? 0);
check("bookingsCost", costs.get("/dashboard/bookings") ?? 0);
check("manyCities", await compareManyCities());
check("bundle", toKb(measureBundleBytes()));
check("startUp", Math.round(await measureStartUpMs()));

if (!process.argv.includes("--no-start")) {
  const { firstSeconds, secondSeconds } = await measureNpmStart();
  check("firstStart", firstSeconds);
  check("secondStart", secondSeconds);
}

if (process.argv.includes("--write")) saveResults({ pages: rows });
console.log(failedCount ? `\n${failedCount} over budget` : "\nEverything is within budget");
process.exitCode = failedCount ? 1 : 0;
