import { execFileSync } from "node:child_process";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { localWorker } from "#app/cli/local-worker.ts";
import { node, root } from "#app/cli/prepare.mjs";
import { median } from "./median.ts";

const connections = 16;
const seconds = 2;
const rounds = 5;

/** How many landings our Worker serves while a bare Remix page is served once: side by side, round by round. */
export async function landingAgainstBareRemix(): Promise<{ ours: number; bare: number; ratio: number }> {
  const ours = localWorker({ vars: { APP_ENV: "production" }, timeZone: "Europe/Budapest", bare: true });
  const bare = bareRemix();
  const urls = [await ours.ready, await bare.ready] as const;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  await requestsPerSecond(urls[0], agent);
  await requestsPerSecond(urls[1], agent);

  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({
      ours: await requestsPerSecond(urls[0], agent),
      bare: await requestsPerSecond(urls[1], agent),
    });
  }
  agent.destroy();
  await Promise.all([ours.dispose(), bare.dispose()]);
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    bare: median(pairs.map((pair) => pair.bare)),
    ratio: median(pairs.map((pair) => pair.ours / pair.bare)),
  };
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

async function requestsPerSecond(url: URL, agent: Agent): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let served = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await fetchOnce(url, agent);
        served++;
      }
    }),
  );
  return served / ((performance.now() - started) / 1000);
}

function fetchOnce(url: URL, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on("end", resolve);
    }).on("error", reject);
  });
}
