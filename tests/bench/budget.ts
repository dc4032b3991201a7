/** `npm run budget`: what the pages weigh and how fast they are, against what they may. Fails when one is over. */
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { publicPages } from "#app/http/public-pages.ts";
import { openEdge } from "./edge.ts";
import { marksOf } from "./lighthouse.ts";
import { signInDemo } from "./signed-in.ts";
import { bundleSize, startSeconds, startUpMilliseconds } from "./start-up.ts";
import { againstBareRemix, oneQuestion } from "./throughput.ts";
import { weigh } from "./weight.ts";

let broken = 0;

function check(what: string, measured: number, rule: "≤" | "≥", limit: number, unit = "") {
  const holds = rule === "≤" ? measured <= limit : measured >= limit;
  if (!holds) broken++;
  const figure = Number.isInteger(measured) ? String(measured) : measured.toFixed(2);
  console.log(
    `${holds ? "ok  " : "OVER"}  ${what.padEnd(58)} ${`${figure} ${unit}`.padStart(12)}  ${rule} ${limit}`,
  );
}

const kB = (bytes: number) => bytes / 1000;

const worker = createLocalWorker({ vars: { APP_ENV: "local" }, timeZone: "Europe/Budapest" });
const edge = await openEdge(await worker.ready);

const landing = await weigh(edge.url);
check("landing: HTML and CSS, brotli", kB(landing.document + landing.style), "≤", 14, "kB");
check("landing: everything a phone loads", kB(landing.total), "≤", 200, "kB");
for (const path of publicPages) {
  const { script } = await weigh(edge.url + path);
  check(`${path}: JavaScript, gzip`, kB(script), "≤", 2, "kB");
}
const cookie = await signInDemo(worker);
const appPages = ["/quiz?question=1", "/identity", "/events", "/dashboard/bookings", "/dashboard/settings"];
for (const path of appPages) {
  const { script } = await weigh(edge.url + path, cookie);
  check(`${path}: JavaScript, gzip`, kB(script), "≤", 95, "kB");
}

for (const [url, marks] of await marksOf(publicPages.map((path) => edge.url + path))) {
  const path = new URL(url).pathname;
  check(`${path}: Lighthouse performance`, marks.performance, "≥", 99);
  check(`${path}: Lighthouse accessibility`, marks.accessibility, "≥", 100);
  check(`${path}: Lighthouse best practices`, marks.practices, "≥", 100);
  check(`${path}: Lighthouse SEO`, marks.seo, "≥", 100);
  check(`${path}: largest contentful paint`, Math.round(marks.paint), "≤", 1200, "ms");
  check(`${path}: layout shift`, marks.shift, "≤", 0);
  check(`${path}: blocking time`, Math.round(marks.blocking), "≤", 50, "ms");
}
for (const [url, marks] of await marksOf(
  appPages.map((path) => edge.url + path),
  cookie,
)) {
  const { pathname: path } = new URL(url);
  check(`${path}: Lighthouse performance`, marks.performance, "≥", 99);
  check(`${path}: Lighthouse accessibility`, marks.accessibility, "≥", 100);
  check(`${path}: Lighthouse best practices`, marks.practices, "≥", 100);
  check(`${path}: largest contentful paint`, Math.round(marks.paint), "≤", 2000, "ms");
  check(`${path}: layout shift`, marks.shift, "≤", 0);
  check(`${path}: blocking time`, Math.round(marks.blocking), "≤", 50, "ms");
}
edge.close();
await worker.dispose();

const speed = await againstBareRemix({
  "/": { signedIn: false },
  "/events": { signedIn: true },
  "/dashboard/bookings": { signedIn: true },
});
for (const [path, ratio] of speed) {
  const what = `${path}: a second ÷ bare Remix pages`;
  if (path === oneQuestion) console.log(`      ${what.padEnd(58)} ${ratio.toFixed(2).padStart(11)}`);
  else check(what, ratio, "≥", path === "/" ? 0.7 : 0.35);
}
check("Worker bundle, gzip", kB(bundleSize()), "≤", 600, "kB");
check("Worker start-up", Math.round(await startUpMilliseconds()), "≤", 100, "ms");

if (!process.argv.includes("--no-start")) {
  const { first, second } = await startSeconds();
  check("npm start on a bare clone, warm npm cache", first, "≤", 120, "s");
  check("npm start, the second time", second, "≤", 8, "s");
}

console.log(broken ? `\n${broken} over budget` : "\nEverything is within budget");
process.exitCode = broken ? 1 : 0;
