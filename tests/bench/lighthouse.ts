import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { browserArgs, findBrowser } from "#app/cli/launch-browser.ts";
import { openBlankPage } from "./blank-page.ts";
import { blockingProcessorTime } from "./blocking-processor-time.ts";
import { median } from "./median.ts";

export interface LighthouseResult {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  contentfulPaintMs: number;
  layoutShift: number;
  blockingTimeMs: number;
  blockingProcessorMs: number;
  /** Of a blank page, measured in turns with this one. */
  blankPaintMs: number;
  blankBlockingTimeMs: number;
}

type Scores = Pick<LighthouseResult, "accessibility" | "bestPractices" | "seo">;
type Speed = Omit<LighthouseResult, keyof Scores | "blankPaintMs" | "blankBlockingTimeMs">;

const runs = 5;

/** The medians of five mobile runs of each page and of a blank page; a first run warms up and gives the other scores. */
export async function runLighthouse(urls: string[], cookie = ""): Promise<Map<string, LighthouseResult>> {
  const port = 9377;
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...browserArgs, `--remote-debugging-port=${port}`, "--ignore-certificate-errors"],
  });
  const blank = await openBlankPage();
  const results = new Map<string, LighthouseResult>();
  for (const url of urls) {
    const scores = await measureScores(url, port, cookie);
    const speeds: Omit<LighthouseResult, keyof Scores>[] = [];
    for (let run = 0; run < runs; run++) {
      const speed = await measureSpeed(url, port, cookie);
      const { contentfulPaintMs, blockingTimeMs } = await measureSpeed(blank.url, port, "");
      speeds.push({ ...speed, blankPaintMs: contentfulPaintMs, blankBlockingTimeMs: blockingTimeMs });
    }
    results.set(url, { ...scores, ...medianOfEach(speeds) });
  }
  blank.close();
  await browser.close();
  return results;
}

async function runOnce(url: string, port: number, cookie: string, onlyCategories?: string[]) {
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    output: "json",
    onlyCategories,
    extraHeaders: cookie ? { Cookie: cookie } : undefined,
  });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  const score = (category: string) => Math.round((result.lhr.categories[category]?.score ?? 0) * 100);
  return { result, score };
}

async function measureScores(url: string, port: number, cookie: string): Promise<Scores> {
  const { score } = await runOnce(url, port, cookie);
  return { accessibility: score("accessibility"), bestPractices: score("best-practices"), seo: score("seo") };
}

async function measureSpeed(url: string, port: number, cookie: string): Promise<Speed> {
  const { result, score } = await runOnce(url, port, cookie, ["performance"]);
  const { audits, configSettings } = result.lhr;
  const { Trace: trace } = result.artifacts;
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    performance: score("performance"),
    contentfulPaintMs: value("largest-contentful-paint"),
    layoutShift: value("cumulative-layout-shift"),
    blockingTimeMs: value("total-blocking-time"),
    blockingProcessorMs: blockingProcessorTime(trace, configSettings.throttling.cpuSlowdownMultiplier),
  };
}

function medianOfEach<Figures extends object>(results: Figures[]): Figures {
  const names = Object.keys(results[0] ?? {}) as (keyof Figures)[];
  return Object.fromEntries(
    names.map((name) => [name, median(results.map((result) => result[name] as number))]),
  ) as Figures;
}
