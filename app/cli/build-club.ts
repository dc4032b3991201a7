/** Makes `.club/club.js`, and for a club of its own also the colors and the files with its name, mark or picture. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Club } from "#app/lib/club.ts";
import { type ClubFace, defaultFace } from "./club-face.ts";
import type { Palette } from "./club-palette.ts";
import { isSampleClub, readClubFace } from "./club-settings.ts";
import { pagesStamp } from "./prepare.mjs";
import { root } from "./project.mjs";
import { exitWithError } from "./terminal-text.mjs";

async function run() {
  try {
    if (process.argv.includes("--print")) console.log(JSON.stringify(toClub(readClubFace())));
    else await buildClub();
  } catch (error) {
    exitWithError((error as Error).message);
  }
}

/** Nobody made up runs a club that has settings of its own. */
const toClub = (face: ClubFace): Club =>
  face === defaultFace && !isSampleClub() ? { ...face.club, person: null } : { ...face.club };

export async function buildClub(): Promise<void> {
  const face = readClubFace();
  const club = toClub(face);
  refuseWhileAnotherRuns(club.name);
  // The pages that were built of another club don't belong to these files.
  rmSync(pagesStamp, { force: true });
  const folder = join(root, ".club/public");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "public"), folder, { recursive: true });
  mkdirSync(join(folder, "assets"));
  if (face.pictureFile) club.picture = await writePicture(face.pictureFile, folder, face.pictureShows);
  writeFileSync(join(root, ".club/club.js"), `export const club = ${JSON.stringify(club)};\n`);
  writeFileSync(join(root, ".club/club.css"), face === defaultFace ? "" : renderStyles(club, face.palette));
  if (face !== defaultFace) await writeFiles(face, club, folder);
}

const servedFile = join(root, "build/.served");

/** While a club is served, a build of another one would take its files away. */
export const noteServed = (name = readClubFace().club.name, file = servedFile) =>
  writeFileSync(file, JSON.stringify({ pid: process.pid, name }));

export function refuseWhileAnotherRuns(name: string, file = servedFile): void {
  const served = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  if (!served || served.name === name || !isRunning(served.pid)) return;
  throw new Error(
    `${served.name} runs from this folder (process ${served.pid}), and ${name} would take its files away. Stop it first, or run the second club from another clone.`,
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** They come after the club's own styles, and so replace them. */
function renderStyles({ name }: Club, { light, dark }: Palette): string {
  const list = (colors: Record<string, string>) =>
    Object.entries(colors)
      .map(([color, value]) => `--color-${color}:${value};`)
      .join("");
  const share = Math.min(1, 4 / measure(name));
  const wordmark = `--text-wordmark:clamp(${8 * share}rem,${43 * share}vw,${38.5 * share}rem);`;
  return `:root{${list(light)}${wordmark}}@media (prefers-color-scheme:dark){:root{${list(dark)}}}`;
}

/** In widths of a letter. */
const measure = (name: string) =>
  [...name].reduce(
    (width, letter) => width + (/\p{Lu}|\p{Lo}|\p{Emoji_Presentation}/u.test(letter) ? 1.3 : 1),
    0,
  ) - 0.3;

async function writeFiles(
  { palette, markFile, pictureFile }: ClubFace,
  { name, colors }: Club,
  folder: string,
) {
  const { paprika } = palette.light;
  const { default: sharp } = await import("sharp");
  const read = (path: string) => readFileSync(join(root, path));
  const write = (file: string, content: string | Buffer) => writeFileSync(join(folder, file), content);
  const table = read("public/favicon.svg")
    .toString()
    .replace('aria-label="Öten"', () => `aria-label="${escapeAttribute(name)}"`)
    .replace("#C13B2A", paprika ?? "#C13B2A")
    .replace("#E0604A", paprika ? colors.you : "#E0604A");
  const mark = markFile ? readFileSync(markFile, "utf8") : table;
  write("favicon.svg", mark);
  const draw = (svg: string, size: number) =>
    sharp(Buffer.from(svg), { density: 300 })
      .resize(size, size, { fit: "contain", background: "#00000000" })
      .png()
      .toBuffer()
      .catch((error: Error) => {
        throw new Error(`The mark ${markFile} can’t be drawn: ${error.message}.`);
      });
  const drawIcon = async (size: number, share: number) =>
    sharp({ create: { width: size, height: size, channels: 4, background: "#fbf6ee" } })
      .composite([{ input: await draw(mark, Math.round(size * share)) }])
      .png()
      .toBuffer();
  write("apple-touch-icon.png", await drawIcon(180, 0.66));
  write("icon-192.png", await drawIcon(192, 0.66));
  write("icon-512.png", await drawIcon(512, 0.6));
  write("favicon.ico", toIco(await draw(mark, 32), 32));
  const grayTable = table.replaceAll(/#1F1B16|#F5EBDC/g, "#8c7f6d");
  write("mail-mark.png", await draw(markFile ? mark : grayTable, 64));
  const manifest = JSON.parse(read("public/manifest.webmanifest").toString());
  write("manifest.webmanifest", JSON.stringify({ ...manifest, name, short_name: name }, null, 2));
  const card = sharp(pictureFile ?? join(root, "app/assets/hero/hero-wide.jpg"))
    .rotate()
    .resize(1200, 630, { fit: "cover" })
    .composite([{ input: await drawIcon(144, 0.66), left: 72, top: 64 }]);
  write("social-card.jpg", await card.jpeg({ quality: 84 }).toBuffer());
}

const escapeAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** An .ico file can hold a PNG after a header of 6 bytes and a directory entry of 16 bytes. */
export function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** A tall crop for phones, and a wide one for large screens. */
const crops = {
  tall: { widths: [736, 1080], ratio: 1350 / 1080 },
  wide: { widths: [800, 1600, 1920], ratio: 9 / 16 },
};

async function writePicture(path: string, folder: string, alt: string): Promise<Club["picture"]> {
  const { default: sharp } = await import("sharp");
  const original = readFileSync(path);
  const name = `/assets/picture-${createHash("sha256").update(original).digest("hex").slice(0, 10)}`;
  const crop = (width: number, ratio: number) =>
    sharp(original)
      .rotate()
      .resize(width, Math.round(width * ratio), { fit: "cover" });
  const makeSizes = ({ widths, ratio }: { widths: number[]; ratio: number }) =>
    Promise.all(
      widths.map(async (width) => {
        const file = `${name}-${width}.avif`;
        await crop(width, ratio).avif({ quality: 45, effort: 4 }).toFile(join(folder, file));
        return `${file} ${width}w`;
      }),
    );
  try {
    const [tall, wide] = await Promise.all([makeSizes(crops.tall), makeSizes(crops.wide)]);
    const jpeg = `${name}.jpg`;
    await crop(1080, crops.tall.ratio).jpeg({ quality: 76 }).toFile(join(folder, jpeg));
    return { jpeg, tall: tall.join(", "), wide: wide.join(", "), alt };
  } catch (error) {
    throw new Error(`The picture ${path} can’t be read as a JPEG: ${(error as Error).message}.`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await run();
