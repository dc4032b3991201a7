import { execFileSync } from "node:child_process";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { node, root } from "#app/cli/prepare.mjs";
import { median } from "./median.ts";
import { signInDemoDiner } from "./sign-in-demo-diner.ts";

const connections = 16;
const roundSeconds = 2;
const rounds = 5;

/** Measured in turns, so that the speed of the machine cancels out; one D1 query is the limit of a page that reads data. */
export async function compareWithBareRemix(
  pages: Record<string, { signedIn: boolean }>,
): Promise<{ pageRatios: Map<string, number>; d1QueryRatio: number }> {
  const ours = createLocalWorker({
    vars: { APP_ENV: "local", SESSION_SECRET: "for-measurements-only-32-letters" },
    timeZone: "Europe/Budapest",
    withoutAssets: true,
  });
  const bareRemix = buildBareRemix();
  const bareD1 = openBareD1();
  const [ourUrl, remixUrl, d1Url] = [await ours.ready, await bareRemix.ready, await bareD1.ready];
  const cookie = await signInDemoDiner(ours);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  async function measureRatio(measure: () => Promise<number>): Promise<number> {
    await measure();
    await measureRequestsPerSecond(remixUrl, agent);
    const roundRatios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      roundRatios.push((await measure()) / (await measureRequestsPerSecond(remixUrl, agent)));
    }
    return median(roundRatios);
  }

  const pageRatios = new Map<string, number>();
  for (const [path, { signedIn }] of Object.entries(pages)) {
    const url = new URL(path, ourUrl);
    pageRatios.set(
      path,
      await measureRatio(() => measureRequestsPerSecond(url, agent, signedIn ? cookie : undefined)),
    );
  }
  const d1QueryRatio = await measureRatio(() => measureRequestsPerSecond(d1Url, agent));
  agent.destroy();
  await Promise.all([ours, bareRemix, bareD1].map((worker) => worker.dispose()));
  return { pageRatios, d1QueryRatio };
}

function openBareD1(): Miniflare {
  return new Miniflare({
    compatibilityDate: "2026-07-01",
    modules: true,
    script: `export default {
      fetch: async (request, { DB }) => Response.json(await DB.prepare("SELECT 1").first()),
    }`,
    d1Databases: ["DB"],
    cf: false,
  });
}

function buildBareRemix(): Miniflare {
  const folder = join(root, "tests/bench/bare-remix");
  execFileSync(
    node,
    [join(root, "node_modules/wrangler/bin/wrangler.js"), "deploy", "--dry-run", "--outdir", "build/worker"],
    { cwd: folder, stdio: "pipe", env: { ...process.env, WRANGLER_LOG: "error" } },
  );
  const bundle = join(folder, "build/worker");
  return new Miniflare({
    compatibilityDate: "2026-07-01",
    compatibilityFlags: ["nodejs_compat"],
    modulesRoot: bundle,
    modules: [{ type: "ESModule", path: join(bundle, "worker.js") }],
    cf: false,
  });
}

async function measureRequestsPerSecond(url: URL, agent: Agent, cookie?: string): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + roundSeconds * 1000;
  let served = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endsAt) {
        await fetchOnce(url, agent, cookie);
        served++;
      }
    }),
  );
  return served / ((performance.now() - startedAt) / 1000);
}

function fetchOnce(url: URL, agent: Agent, cookie?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: cookie ? { Cookie: cookie } : {} }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on("end", resolve);
    }).on("error", reject);
  });
}
