import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { findBrowser } from "#app/cli/find-browser.mjs";
import { browserArgs } from "#app/cli/launch-browser.ts";
import { median } from "./median.ts";

export interface Marks {
  performance: number;
  accessibility: number;
  practices: number;
  seo: number;
  paint: number;
  shift: number;
  blocking: number;
}

const runs = 5;

/** Lighthouse's mobile run, the median of five, after one that warms up. */
export async function marksOf(urls: string[], cookie = ""): Promise<Map<string, Marks>> {
  const port = 9377;
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...browserArgs, `--remote-debugging-port=${port}`, "--ignore-certificate-errors"],
  });
  const marks = new Map<string, Marks>();
  for (const url of urls) {
    const all: Marks[] = [];
    await measure(url, port, cookie);
    for (let run = 0; run < runs; run++) all.push(await measure(url, port, cookie));
    marks.set(url, middle(all));
  }
  await browser.close();
  return marks;
}

async function measure(url: string, port: number, cookie: string): Promise<Marks> {
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    output: "json",
    extraHeaders: cookie ? { Cookie: cookie } : undefined,
  });
  if (!result) throw new Error(`Lighthouse had nothing to say of ${url}`);
  const { categories, audits } = result.lhr;
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    practices: score("best-practices"),
    seo: score("seo"),
    paint: value("largest-contentful-paint"),
    shift: value("cumulative-layout-shift"),
    blocking: value("total-blocking-time"),
  };
}

function middle(all: Marks[]): Marks {
  const names = Object.keys(all[0] ?? {}) as (keyof Marks)[];
  return Object.fromEntries(
    names.map((name) => [name, median(all.map((one) => one[name]))]),
  ) as unknown as Marks;
}
