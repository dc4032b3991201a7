import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colorFaces, drawFace, facePath, readFacePath } from "#app/lib/account/draw-face.ts";

const styles = ["faces", "tokens"].map((name) => readFileSync(`app/styles/${name}.css`, "utf8")).join("\n");
const seeds = Array.from({ length: 200 }, (_, i) => (i * 2_654_435_761) % 2 ** 32);
const draw = (isChosen: boolean) => seeds.map((seed) => drawFace({ seed, isChosen }));
const faces = [...draw(true), ...draw(false)];

test("the same seed draws the same face, and two hundred draw as many different ones", () => {
  expect([...draw(true), ...draw(false)]).toEqual(faces);
  expect(new Set(faces).size).toBe(400);
  const neighbors = seeds.map((_, seed) => drawFace({ seed, isChosen: false }));
  expect(new Set(neighbors).size).toBe(200);
});

test("a face is at most 1.2 kB, and has shapes alone", () => {
  for (const face of faces) {
    expect(face.length).toBeLessThan(1_200);
    expect([...new Set([...face.matchAll(/<([^/\s>]+)/g)].map(([, name]) => name))].toSorted()).toEqual([
      "g",
      "path",
    ]);
    expect(face).not.toMatch(/href|url\(|script|style|\bon\w+=|undefined|NaN/);
    expect(face.match(/<g\b/g)?.length).toBe(face.match(/<\/g>/g)?.length);
  }
});

const colorsOf = (face: string) => [...face.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color);

test("a face that nobody chose has only the colors of paper, and neither skin nor long hair", () => {
  const paper = new Set(draw(false).flatMap(colorsOf));
  // Without the ground, which comes first.
  const chosen = new Set(draw(true).flatMap((face) => colorsOf(face).slice(1)));
  expect([...chosen].filter((color) => color?.startsWith("#")).length).toBe(14);
  expect([...chosen].filter((color) => paper.has(color)).toSorted()).toEqual(["none", "var(--cream)"]);
  for (const color of [...paper, ...chosen]) {
    const [, variable] = color?.match(/^var\((--[a-z-]+)\)$/) ?? [];
    if (variable) expect(styles, color).toContain(`${variable}: #`);
  }
  // Long hair comes down to the shoulders.
  expect(draw(true).join()).toContain("l2 60");
  expect(draw(false).join()).not.toContain("l2 60");
});

test("five faces at a table have five colors, whoever looks, and the same in emails", () => {
  for (let i = 0; i < 40; i++) {
    const table = seeds.slice(i * 5, i * 5 + 5).map((seed, j) => ({ seed, isChosen: j < i % 6 }));
    const told = colorFaces(table);
    const grounds = told.map((face) => colorsOf(drawFace(face))[0]);
    expect(new Set(grounds).size).toBe(5);
    const turned = colorFaces([...table.slice(2), ...table.slice(0, 2)]);
    expect([...turned.slice(3), ...turned.slice(0, 3)]).toEqual(told);
    for (const face of told) expect(drawFace(readFacePath(facePath(face)) ?? face)).toBe(drawFace(face));
  }
});
