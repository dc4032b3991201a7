import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { createNoise } from "#tests/support/hostile-images.ts";

/** Nothing but the browser makes a photo small. */
const club = openClub({ withoutImages: true });
const visit = openBrowser();
const maxFaceBytes = 20_000;
let count = 0;

/** Chooses a photo and saves it as a new diner; returns what every page then loads. */
async function uploadPhoto(photo: Sharp) {
  const cookie = await signUp(club, `noisy${++count}@oten.example`);
  const buffer = await photo.png().toBuffer();
  return visit({}, async (page) => {
    await addCookies(page, cookie, club.url);
    await page.goto(`${club.url}/identity`);
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Add a photo").setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
    const shown = page.getByAltText("Your photo");
    await expect.poll(() => shown.getAttribute("src")).toMatch(/^blob:/);
    await page.getByRole("button", { name: "Looks good" }).click();
    await page.waitForURL(`${club.url}/events`);
    await page.goto(`${club.url}/identity`);
    const path = (await shown.getAttribute("src")) ?? "";
    const bytes = Buffer.from(await (await club.fetch(path, { headers: { Cookie: cookie } })).arrayBuffer());
    const { width, height, format } = await sharp(bytes).metadata();
    return { size: bytes.length, width, height, format };
  });
}

test.each([
  ["noise of the size of a face", createNoise(320, 320)],
  ["black and white noise", createNoise(320, 320).threshold()],
  ["noise as large as a photo", createNoise(900, 1200)],
])("the browser makes %s at most 20 kB, and a smaller square where it must", async (_, photo) => {
  const { size, width, height, format } = await uploadPhoto(photo);
  expect(size).toBeLessThanOrEqual(maxFaceBytes);
  expect(format).toBe("jpeg");
  expect(height).toBe(width);
  // No smaller than it must be.
  expect([192, 256, 320]).toContain(width);
});

test("a photo that fits keeps the sharpest size", async () => {
  const { size, width, height } = await uploadPhoto(createNoise(4, 3).resize(1600, 1200));
  expect(size).toBeLessThanOrEqual(maxFaceBytes);
  expect([width, height]).toEqual([320, 320]);
});
