import { execFileSync } from "node:child_process";
import { Agent } from "node:http";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { node, root } from "#app/cli/project.mjs";
import { startDemoClub } from "./demo-club.ts";
import { median } from "./median.ts";
import { measureRequestsPerSecond } from "./requests-per-second.ts";

const rounds = 5;

/** Measured in turns, so that the speed of the machine cancels out. */
export async function compareWithBareRemix(path: string): Promise<number> {
  const ours = await startDemoClub({ withoutAssets: true });
  const { worker: bareRemix } = await startBareRemix();
  const [ourUrl, remixUrl] = [new URL(path, ours.url), await bareRemix.ready];
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const ourSpeed = await measureRequestsPerSecond(ourUrl, agent);
    const ratio = ourSpeed / (await measureRequestsPerSecond(remixUrl, agent));
    // The first round warms up.
    if (round > 0) ratios.push(ratio);
  }
  agent.destroy();
  await Promise.all([ours.worker, bareRemix].map((worker) => worker.dispose()));
  return median(ratios);
}

export async function startBareRemix() {
  const folder = join(root, "tests/bench/bare-remix");
  execFileSync(
    node,
    [join(root, "node_modules/wrangler/bin/wrangler.js"), "deploy", "--dry-run", "--outdir", "build/worker"],
    { cwd: folder, stdio: "pipe", env: { ...process.env, WRANGLER_LOG: "error" } },
  );
  return startBare(join(folder, "build/worker"));
}

/** The least a Worker can be. */
export const startBareWorker = () => startBare(root, 'export default { fetch: () => new Response("Hello") }');

/** `url` leads to the Worker itself, without Miniflare's own in front. */
async function startBare(folder: string, contents?: string) {
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      compatibilityDate: "2026-11-17",
      compatibilityFlags: ["nodejs_compat"],
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
      modulesRoot: folder,
      modules: [{ type: "ESModule", path: join(folder, "worker.js"), ...(contents && { contents }) }],
      cf: false,
    }),
  );
  await worker.ready;
  return { worker, url: await worker.unsafeGetDirectURL() };
}
