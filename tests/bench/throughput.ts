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
  const bareRemix = buildBareRemix();
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

function buildBareRemix(): Miniflare {
  const folder = join(root, "tests/bench/bare-remix");
  execFileSync(
    node,
    [join(root, "node_modules/wrangler/bin/wrangler.js"), "deploy", "--dry-run", "--outdir", "build/worker"],
    { cwd: folder, stdio: "pipe", env: { ...process.env, WRANGLER_LOG: "error" } },
  );
  const bundle = join(folder, "build/worker");
  return new Miniflare(
    convertV4MiniflareOptions({
      compatibilityDate: "2026-11-17",
      compatibilityFlags: ["nodejs_compat"],
      modulesRoot: bundle,
      modules: [{ type: "ESModule", path: join(bundle, "worker.js") }],
      cf: false,
    }),
  );
}
