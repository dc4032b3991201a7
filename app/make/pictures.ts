import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { toIco } from "#app/cli/build-club.ts";
import { launchBrowser } from "#app/cli/launch-browser.ts";
import { root } from "#app/cli/project.mjs";
import { drawFace, sampleSeeds } from "#app/lib/account/draw-face.ts";
import { club } from "#club";

/**
 * Makes the small files of the tall hero photograph, the icons, the social card and the pictures of emails:
 * `npm run make:pictures`. The results are committed. The wide hero's small files came with the photograph.
 */

const readAsset = (path: string) => readFile(join(root, path));
const readAsDataUrl = async (path: string, type: string) =>
  `data:${type};base64,${(await readAsset(path)).toString("base64")}`;

await resizeTallHero();
const browser = await launchBrowser();
await drawIcons(browser);
await drawSocialCard(browser);
await drawEmailMark(browser);
await drawEmailStreet();
await drawSampleFaces();
await browser.close();

/** The quality is as low as still looks good, because the photograph is the largest file a phone loads. */
async function resizeTallHero() {
  const hero = join(root, "app/assets/hero");
  for (const [width, quality] of [
    [736, 32],
    [1080, 50],
  ] as const) {
    await sharp(join(hero, "hero-tall.jpg"))
      .resize(width)
      .avif({ quality, effort: 9, chromaSubsampling: "4:2:0" })
      .toFile(join(hero, `hero-tall-${width}.avif`));
  }
}

async function renderImage(
  browser: Browser,
  html: string,
  [width, height]: [number, number],
  format: Parameters<Page["screenshot"]>[0] = { type: "png", omitBackground: true },
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: "light" });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const image = await page.screenshot(format);
  await page.close();
  return image;
}

async function drawIcons(browser: Browser) {
  const mark = await readAsDataUrl("public/favicon.svg", "image/svg+xml");
  const icon = (size: number, share: number, background: string) =>
    renderImage(
      browser,
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${background}"><img src="${mark}" width="${Math.round(size * share)}">`,
      [size, size],
    );
  await writeFile(join(root, "public/apple-touch-icon.png"), await icon(180, 0.66, "#fbf6ee"));
  await writeFile(join(root, "public/icon-192.png"), await icon(192, 0.66, "#fbf6ee"));
  await writeFile(join(root, "public/icon-512.png"), await icon(512, 0.6, "#fbf6ee"));
  await writeFile(join(root, "public/favicon.ico"), toIco(await icon(32, 1, "transparent"), 32));
}

/** A PNG, because email programs don't show SVG. */
async function drawEmailMark(browser: Browser) {
  const grayMark = (await readAsset("public/favicon.svg"))
    .toString()
    .replaceAll(/#1F1B16|#F5EBDC/g, "#8c7f6d");
  const markHtml = `<body style="margin:0"><div style="width:64px">${grayMark}</div>`;
  await writeFile(join(root, "public/mail-mark.png"), await renderImage(browser, markHtml, [64, 64]));
}

/** It lies on the ground of any club, so it has none of its colors. */
async function drawEmailStreet() {
  await sharp(join(root, "app/assets/email-street.svg"), { density: 200 })
    .resize(1200)
    .png({ palette: true, effort: 10 })
    .toFile(join(root, "public/mail-street.png"));
}

/** Beside each other, in five colors. */
async function drawSampleFaces() {
  const css = (await readAsset("app/styles/faces.css")).toString();
  const colors = new Map([...css.matchAll(/--(\w+): (#\w+)/g)].map(([, name, color]) => [name, color]));
  const faces = sampleSeeds.map((seed, i) => {
    const face = drawFace({ seed, isChosen: true, shade: i }).replace(
      /var\(--([\w-]+)\)/g,
      (_, name) => colors.get(name) ?? club.colors.ground,
    );
    return `<view id="f${i}" viewBox="${i * 100} 0 100 100"/><svg x="${i * 100}" width="100" height="100" viewBox="0 0 100 100">${face}</svg>`;
  });
  await writeFile(
    join(root, "app/assets/sample-faces.svg"),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" stroke-linecap="round" stroke-linejoin="round" stroke-width="2.2">${faces.join("")}</svg>\n`,
  );
}

async function drawSocialCard(browser: Browser) {
  const photograph = await readAsDataUrl("app/assets/hero/hero-wide.jpg", "image/jpeg");
  const fraunces = await readAsDataUrl("app/assets/fonts/fraunces-latin.woff2", "font/woff2");
  const mark = (await readAsset("public/favicon.svg"))
    .toString()
    .replace(
      /<style>.*<\/style>/,
      "<style>.i{fill:#f4eadb}.r{fill:none;stroke:#f4eadb;stroke-width:5}.y{fill:#f0836b}</style>",
    );
  const html = `<style>
    @font-face { font-family: Fraunces; src: url(${fraunces}); }
    body { margin: 0; width: 1200px; height: 630px; position: relative; overflow: hidden; background: #0d0705;
      color: #f4eadb; font-family: Fraunces; font-variation-settings: "opsz" 50; }
    .photo { position: absolute; right: -140px; top: 0; height: 100%;
      -webkit-mask-image: linear-gradient(to right, transparent, black 25%); }
    .text { position: absolute; left: 72px; top: 64px; bottom: 64px; display: flex; flex-direction: column;
      justify-content: space-between; }
    .logo { display: flex; align-items: center; gap: 16px; font-size: 50px; letter-spacing: -.03em; }
    svg { width: 60px; } p { margin: 0; font-size: 78px; line-height: 1; letter-spacing: -.03em; width: 480px; }
  </style><img class="photo" src="${photograph}"><div class="text"><div class="logo">${mark}${club.name}</div>
  <p>Dinner with people you will like.</p></div>`;
  const card = await renderImage(browser, html, [1200, 630], { type: "jpeg", quality: 84 });
  await writeFile(join(root, "public/social-card.jpg"), card);
}
