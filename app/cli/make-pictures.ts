/**
 * Draws what is made from the mark and the photograph: a phone's cuts of it, the icons, and the card that
 * chats show.
 * `npm run make:pictures`; the results are committed.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { launchBrowser } from "./launch-browser.ts";
import { root } from "./prepare.mjs";

const asset = (path: string) => readFile(join(root, path));
const dataUrl = async (path: string, type: string) =>
  `data:${type};base64,${(await asset(path)).toString("base64")}`;

await cutHero();
const browser = await launchBrowser();
await drawIcons(browser);
await drawSocialCard(browser);
await drawMailHead(browser);
await browser.close();

/** On a phone the photograph is the largest thing to load, so its cuts are as small as the eye allows. */
async function cutHero() {
  const hero = join(root, "app/assets/hero");
  for (const [width, quality] of [
    [736, 41],
    [1080, 50],
  ] as const) {
    await sharp(join(hero, "hero-tall.jpg"))
      .resize(width)
      .avif({ quality, effort: 9, chromaSubsampling: "4:2:0" })
      .toFile(join(hero, `hero-tall-${width}.avif`));
  }
}

async function picture(
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
  const mark = await dataUrl("public/favicon.svg", "image/svg+xml");
  const icon = (size: number, share: number, ground: string) =>
    picture(
      browser,
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}"><img src="${mark}" width="${Math.round(size * share)}">`,
      [size, size],
    );
  await writeFile(join(root, "public/apple-touch-icon.png"), await icon(180, 0.66, "#fbf6ee"));
  await writeFile(join(root, "public/icon-192.png"), await icon(192, 0.66, "#fbf6ee"));
  await writeFile(join(root, "public/icon-512.png"), await icon(512, 0.6, "#fbf6ee"));
  await writeFile(join(root, "public/favicon.ico"), icoOf(await icon(32, 1, "transparent"), 32));
}

/** An .ico may hold a PNG as it is: six bytes of header, sixteen of directory, then the picture. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The drawn table and the mark, for the head of a mail: mail readers don't show SVG. */
async function drawMailHead(browser: Browser) {
  const onLightAndDark = (await asset("public/favicon.svg"))
    .toString()
    .replaceAll(/#1F1B16|#F5EBDC/g, "#8c7f6d");
  const mark = `<body style="margin:0"><div style="width:64px">${onLightAndDark}</div>`;
  await writeFile(join(root, "public/mail-mark.png"), await picture(browser, mark, [64, 64]));
  const table = await dataUrl("app/assets/table.svg", "image/svg+xml");
  const html = `<body style="margin:0"><img src="${table}" style="width:1200px;margin-top:-330px;display:block">`;
  const head = await picture(browser, html, [1200, 440], { type: "jpeg", quality: 80 });
  await writeFile(join(root, "public/mail-table.jpg"), head);
}

async function drawSocialCard(browser: Browser) {
  const photograph = await dataUrl("app/assets/hero/hero-wide.jpg", "image/jpeg");
  const fraunces = await dataUrl("app/assets/fonts/fraunces-latin.woff2", "font/woff2");
  const mark = (await asset("public/favicon.svg"))
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
    .say { position: absolute; left: 72px; top: 64px; bottom: 64px; display: flex; flex-direction: column;
      justify-content: space-between; }
    .logo { display: flex; align-items: center; gap: 16px; font-size: 50px; letter-spacing: -.03em; }
    svg { width: 60px; } p { margin: 0; font-size: 78px; line-height: 1; letter-spacing: -.03em; width: 480px; }
  </style><img class="photo" src="${photograph}"><div class="say"><div class="logo">${mark}Öten</div>
  <p>Dinner with people you will like.</p></div>`;
  const card = await picture(browser, html, [1200, 630], { type: "jpeg", quality: 84 });
  await writeFile(join(root, "public/social-card.jpg"), card);
}
