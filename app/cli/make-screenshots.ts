/** `npm run make:screenshots`, after a build: the README's three pictures, of a freshly seeded club. */
import { join } from "node:path";
import sharp from "sharp";
import { launchBrowser } from "./launch-browser.ts";
import { createLocalWorker } from "./local-worker.ts";
import { migrate } from "./migrate.ts";
import { root } from "./prepare.mjs";
import { demoDiner, seed } from "./seed.ts";

const worker = createLocalWorker({
  vars: { APP_ENV: "local", SESSION_SECRET: crypto.randomUUID() },
  timeZone: "Europe/Budapest",
});
const { origin } = await worker.ready;
const db = await worker.getD1Database("DB");
await migrate(db);
await seed(db, new Date());

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 });
await takeScreenshot("landing", "/");
await signIn();
await takeScreenshot("quiz", "/quiz?question=9");
await takeScreenshot("bookings", "/dashboard/bookings");
await browser.close();
await worker.dispose();

async function signIn(): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email").fill(demoDiner.email);
  await page.getByLabel("Password").fill(demoDiner.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/dashboard/**");
}

async function takeScreenshot(name: string, path: string): Promise<void> {
  await page.goto(origin + path, { waitUntil: "networkidle" });
  await sharp(await page.screenshot())
    .resize({ width: 1600 })
    .webp({ quality: 76 })
    .toFile(join(root, `docs/${name}.webp`));
}
