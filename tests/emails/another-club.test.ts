import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { parseClubFace } from "#app/cli/club-face.ts";
import { root } from "#app/cli/project.mjs";

const face = parseClubFace(
  {
    name: "Mesa Cinco",
    city: "Lisbon",
    time_zone: "Europe/Lisbon",
    colors: { accent: "#0b5cad", ground: "#5b2333" },
  },
  "club.toml",
);

/** The previews as this club's Worker would have them. */
async function importPreviews(): Promise<typeof import("#app/emails/previews.ts")> {
  const folder = mkdtempSync(join(tmpdir(), "oten-emails-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, "previews.mjs");
  await build({
    entryPoints: [join(root, "app/emails/previews.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    logLevel: "error",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    plugins: [
      {
        name: "club",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^#club$/ }, () => ({ path: "club", namespace: "club" }));
          onLoad({ filter: /./, namespace: "club" }, () => ({
            contents: `export const club = ${JSON.stringify(face.club)};`,
          }));
        },
      },
    ],
  });
  return import(outfile);
}

/** The colors of app/lib/club.ts, and of the drawing of its table. */
const foreignColors = /#(1f4d3f|1b4437|12332a|c13b2a|d8503c|f0836b|e0604a|a5c7b0)/i;

test("every email has its club's name and colors, and nothing of another's", async () => {
  const { previewNames, renderPreview } = await importPreviews();
  expect(previewNames.length).toBeGreaterThan(80);
  for (const name of previewNames) {
    const { subject = "", html = "", text = "" } = renderPreview("https://mesa.example", name) ?? {};
    for (const part of [html, text]) expect(part, name).toContain("Mesa Cinco");
    expect(subject + html + text, name).not.toMatch(/öten/i);
    expect(html, name).not.toMatch(foreignColors);
    const hasButton = html.includes("padding:16px 24px");
    expect(html.includes("background:#0b5cad"), `${name} has a button`).toBe(
      hasButton || html.includes("border:2px solid #0b5cad"),
    );
    expect(html.includes("background:#5b2333"), `${name} has seats or houses`).toBe(
      /\/faces\/|2px dashed|background:#(ffc766|2f2118)/.test(html),
    );
  }
});

test("an email shows drawn faces at addresses without a name or an id, and never a photo", async () => {
  const { previewNames, renderPreview } = await importPreviews();
  const withFaces = previewNames.filter((name) => {
    const { html = "" } = renderPreview("https://mesa.example", name) ?? {};
    const pictures = [...html.matchAll(/<img src="https:\/\/mesa\.example([^"]*)"/g)].map(([, path]) => path);
    for (const path of pictures)
      expect(path, name).toMatch(/^\/(mail-mark|faces\/[cp][0-9a-z]{1,7}(-[0-4])?)\.png$/);
    return pictures.length > 1;
  });
  expect(withFaces).toEqual(
    expect.arrayContaining(["booking-received", "booking-confirmed", "reminder", "how-was-it", "meet-again"]),
  );
  for (const name of ["marked-absent", "booking-canceled", "standby-ended", "reset-password"])
    expect(withFaces).not.toContain(name);
});
