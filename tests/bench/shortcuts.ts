/** How much longer each page takes without one of the two shortcuts of our own: `npm run bench:shortcuts`. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#app/cli/project.mjs";
import { startDemoClub } from "./demo-club.ts";
import { median } from "./median.ts";
import { measureRequestsPerSecond } from "./requests-per-second.ts";

const rounds = 7;

/** What the file does when it is left out. */
const shortcuts = {
  "app/http/route-index.ts":
    'export { createRequestHandler as createIndexedRequestHandler } from "@remix-run/cloudflare";\n',
  "app/db/prepare-queries.ts": `import { sql } from "drizzle-orm";
    const toSql = ([name, value]) => [name, value === null ? null : Object.assign(sql\`\${value}\`, { value })];
    const giveAll = (values) => Object.fromEntries(Object.entries(values).map(toSql));
    export const prepareQueries = (_names, write) => (db, values) => write(db, giveAll(values));
    export const prepareQueriesOfUser = (_names, write) => (db, userId, values) =>
      write(db, sql\`\${userId}\`, giveAll(values));
    export const toMs = (time) => (time instanceof Date ? time.getTime() : time);
    export const derive = (given, compute) => sql\`\${compute(given.value ?? given)}\`;\n`,
};

const paths = ["/", "/events", "/dashboard/bookings", "/dashboard/settings"];

function buildWithout(file: string, replacement: string): string {
  const folder = mkdtempSync(join(tmpdir(), "oten-without-"));
  for (const name of [
    "app",
    "migrations",
    "public",
    "package.json",
    "tsconfig.json",
    "vite.config.ts",
    "wrangler.toml",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, file), replacement);
  execFileSync("npm", ["run", "build"], { cwd: folder, stdio: "pipe" });
  return folder;
}

const startClub = (folder: string) =>
  startDemoClub({ withoutAssets: true, bundleFolder: join(folder, "build/worker") });

const ours = await startClub(root);
/** Its connections are closed by workerd after a few seconds without a request. */
async function measure({ url, cookie }: typeof ours, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const speed = await measureRequestsPerSecond(new URL(path, url), agent, cookie);
  agent.destroy();
  return speed;
}

for (const [file, replacement] of Object.entries(shortcuts)) {
  const folder = buildWithout(file, replacement);
  const without = await startClub(folder);
  for (const path of paths) {
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const [first, second] = round % 2 ? [ours, without] : [without, ours];
      const speeds = new Map([[first, await measure(first, path)]]);
      speeds.set(second, await measure(second, path));
      // The first round warms up.
      if (round > 0) ratios.push((speeds.get(ours) ?? 0) / (speeds.get(without) ?? 1));
    }
    console.log(`without ${file}: ${path} takes ${median(ratios).toFixed(2)} times as long`);
  }
  await without.worker.dispose();
  rmSync(folder, { recursive: true });
}
await ours.worker.dispose();
