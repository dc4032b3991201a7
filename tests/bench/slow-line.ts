import { launchBrowser } from "#app/cli/launch-browser.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { median } from "./median.ts";

interface SlowVisit {
  firstPaintMs: number;
  /** Until the quiz answers to a choice; until all is loaded, elsewhere. */
  loadedMs: number;
}

const runs = 3;

/** The first visit of a phone with an empty cache, 400 ms away from the club and with 50 kB a second. */
export async function measureSlowLine(url: string, cookie = ""): Promise<SlowVisit> {
  const visits: SlowVisit[] = [];
  for (let run = 0; run < runs; run++) visits.push(await visit(url, cookie));
  return {
    firstPaintMs: median(visits.map(({ firstPaintMs }) => firstPaintMs)),
    loadedMs: median(visits.map(({ loadedMs }) => loadedMs)),
  };
}

async function visit(url: string, cookie: string): Promise<SlowVisit> {
  const browser = await launchBrowser();
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    ignoreHTTPSErrors: true,
  });
  await addCookies(page, cookie, url);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  // React marks the place where it has gone on with the page.
  await page.addInitScript(() => {
    const look = () => {
      const place = document.querySelector("[data-quiz]");
      if (place && Object.keys(place).some((key) => key.startsWith("__reactContainer")))
        performance.mark("hydrated");
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const measured = await page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    loadedMs:
      performance.getEntriesByName("hydrated")[0]?.startTime ??
      (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).loadEventEnd,
  }));
  await browser.close();
  return measured;
}
