/** Photographs the README's pictures: `npm run make:screenshots`, after a build. */
import { join } from "node:path";
import sharp from "sharp";
import { launchBrowser } from "./launch-browser.ts";
import { createLocalWorker } from "./local-worker.ts";
import { root } from "./prepare.mjs";

const shots = [
  { name: "landing-desk", path: "/", width: 1440, height: 900, colorScheme: "light" },
  { name: "landing-phone", path: "/", width: 390, height: 844, colorScheme: "light" },
] as const;

const worker = createLocalWorker({ vars: { APP_ENV: "local" } });
const { origin } = await worker.ready;
const browser = await launchBrowser();
for (const { name, path, width, height, colorScheme } of shots) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, deviceScaleFactor: 2 });
  await page.clock.install({ time: new Date(2026, 10, 25, 11, 52, 42) });
  await page.goto(origin + path, { waitUntil: "networkidle" });
  const picture = await page.screenshot();
  await sharp(picture)
    .resize({ width: width * 1.5 })
    .webp({ quality: 82 })
    .toFile(join(root, `docs/${name}.webp`));
  await page.close();
}
await browser.close();
await worker.dispose();
