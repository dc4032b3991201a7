import { join } from "node:path";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { root } from "#app/cli/project.mjs";
import { seed } from "#app/cli/seed.ts";
import { demoDiner } from "#app/operations/demo/demo-diner.ts";
import { startClub } from "#tests/support/start-club.ts";

const pictures = { landing: "/", quiz: "/quiz?question=9", bookings: "/dashboard/bookings" };

/** The three pictures of the README, of a freshly seeded club. */
export async function takeReadmePictures(browser: Browser): Promise<void> {
  const club = await startClub();
  await seed(club.binding, new Date());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 });
  for (const [name, path] of Object.entries(pictures)) {
    if (name === "quiz") {
      await page.goto(`${club.url}/login`);
      await page.locator("input[type=email]").fill(demoDiner.email);
      await page.locator("input[type=password]").fill(demoDiner.password);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/dashboard/**");
    }
    await page.goto(club.url + path, { waitUntil: "networkidle" });
    await sharp(await page.screenshot())
      .resize({ width: 1600 })
      .webp({ quality: 76 })
      .toFile(join(root, `docs/${name}.webp`));
  }
  await page.close();
  await club.worker.dispose();
}
