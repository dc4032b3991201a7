import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawFace, facePath, readFacePath } from "#app/lib/account/draw-face.ts";
import { club as face } from "#club";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

const colors: Record<string, string> = {
  ...Object.fromEntries(
    [...readFileSync("app/styles/faces.css", "utf8").matchAll(/--([\w-]+): (#\w+)/g)].map(
      ([, name, value]) => [name, value],
    ),
  ),
  "color-green": face.colors.ground,
};

const onGround = (image: Buffer) => sharp(image).flatten({ background: "#e8b450" }).raw().toBuffer();

test("the Worker draws a face for emails as a page does", { timeout: 60_000 }, async () => {
  for (let i = 0; i < 40; i++) {
    const drawn = { seed: i * 104_729, isChosen: i % 3 > 0 };
    const response = await club.fetch(facePath(drawn));
    expect(response.headers.get("Content-Type")).toBe("image/png");
    const png = Buffer.from(await response.arrayBuffer());
    expect(png.length, "bytes").toBeLessThan(9_000);
    const inside = drawFace(drawn).replaceAll(/var\(--([\w-]+)\)/g, (_, name) => colors[name] ?? "");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 100 100"
      stroke-linecap="round" stroke-linejoin="round" stroke-width="2.2">${inside}</svg>`;
    const [ours, theirs] = await Promise.all([onGround(png), onGround(Buffer.from(svg))]);
    expect(ours.length).toBe(theirs.length);
    // The smoothed edges differ, but no mouth and no lock of hair.
    const different = ours.filter((value, at) => Math.abs(value - (theirs[at] ?? 0)) > 64);
    expect(different.length / ours.length, facePath(drawn)).toBeLessThan(0.004);
  }
});

test("a face has one address, which any cache may keep, and no other address is a face", async () => {
  const { headers } = await club.fetch("/faces/p0.png");
  expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(readFacePath("/faces/c1z141z3.png")).toEqual({ seed: 2 ** 32 - 1, isChosen: true });
  for (const name of ["c1z141z4.png", "p00.png", "x1.png", "p1", "p1.svg", "p-1.png", "P1.png"])
    expect((await club.fetch(`/faces/${name}`)).status, name).toBe(404);
});
