import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { findBrowser } from "#app/cli/find-browser.mjs";
import { browserArgs } from "#app/cli/launch-browser.ts";
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

type PageFigures = Omit<LighthouseResult, "blankPaintMs" | "blankBlockingTimeMs">;

const runs = 5;

/** The medians of five mobile runs of each page and of a blank page, after one warm-up run. */
export async function runLighthouse(urls: string[], cookie = ""): Promise<Map<string, LighthouseResult>> {
  const port = 9377;
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...browserArgs, `--remote-debugging-port=${port}`, "--ignore-certificate-errors"],
  });
  const blank = await openBlankPage();
  const results = new Map<string, LighthouseResult>();
  for (const url of urls) {
    const pageResults: LighthouseResult[] = [];
    await measure(url, port, cookie);
    for (let run = 0; run < runs; run++) {
      const page = await measure(url, port, cookie);
      const { contentfulPaintMs, blockingTimeMs } = await measure(blank.url, port, "");
      pageResults.push({ ...page, blankPaintMs: contentfulPaintMs, blankBlockingTimeMs: blockingTimeMs });
    }
    results.set(url, medianOfEach(pageResults));
  }
  blank.close();
  await browser.close();
  return results;
}

async function measure(url: string, port: number, cookie: string): Promise<PageFigures> {
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    output: "json",
    extraHeaders: cookie ? { Cookie: cookie } : undefined,
  });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  const { categories, audits, configSettings } = result.lhr;
  const { Trace: trace } = result.artifacts;
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    contentfulPaintMs: value("largest-contentful-paint"),
    layoutShift: value("cumulative-layout-shift"),
    blockingTimeMs: value("total-blocking-time"),
    blockingProcessorMs: blockingProcessorTime(trace, configSettings.throttling.cpuSlowdownMultiplier),
  };
}

function medianOfEach(results: LighthouseResult[]): LighthouseResult {
  const names = Object.keys(results[0] ?? {}) as (keyof LighthouseResult)[];
  return Object.fromEntries(
    names.map((name) => [name, median(results.map((result) => result[name]))]),
  ) as unknown as LighthouseResult;
}
