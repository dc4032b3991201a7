import { execFileSync } from "node:child_process";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { node, root } from "#app/cli/prepare.mjs";
import { median } from "./median.ts";
import { signInDemo } from "./signed-in.ts";

const connections = 16;
const seconds = 2;
const rounds = 5;

/** No page that reads anything is served faster than a Worker asks its database one thing. */
export const oneQuestion = "one question to D1 and no page";

/** How often our Worker serves each page while a bare Remix page is served once: side by side, round by round. */
export async function againstBareRemix(
  pages: Record<string, { signedIn: boolean }>,
): Promise<Map<string, number>> {
  const ours = createLocalWorker({
    vars: { APP_ENV: "production" },
    timeZone: "Europe/Budapest",
    withoutAssets: true,
  });
  const bare = bareRemix();
  const asking = bareD1();
  const [home, other, question] = [await ours.ready, await bare.ready, await asking.ready];
  const cookie = await signInDemo(ours);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  async function ratio(serve: () => Promise<number>): Promise<number> {
    await serve();
    await requestsPerSecond(other, agent);
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) {
      rates.push((await serve()) / (await requestsPerSecond(other, agent)));
    }
    return median(rates);
  }

  const ratios = new Map<string, number>();
  for (const [path, { signedIn }] of Object.entries(pages)) {
    const url = new URL(path, home);
    ratios.set(path, await ratio(() => requestsPerSecond(url, agent, signedIn ? cookie : undefined)));
  }
  ratios.set(oneQuestion, await ratio(() => requestsPerSecond(question, agent)));
  agent.destroy();
  await Promise.all([ours, bare, asking].map((worker) => worker.dispose()));
  return ratios;
}

function bareD1(): Miniflare {
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

function bareRemix(): Miniflare {
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

async function requestsPerSecond(url: URL, agent: Agent, cookie?: string): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let served = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await fetchOnce(url, agent, cookie);
        served++;
      }
    }),
  );
  return served / ((performance.now() - started) / 1000);
}

function fetchOnce(url: URL, agent: Agent, cookie?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: cookie ? { Cookie: cookie } : {} }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on("end", resolve);
    }).on("error", reject);
  });
}
