import { join } from "node:path";
import { expect, test } from "vitest";
import { parseClubFace } from "#app/cli/club-face.ts";
import { root } from "#app/cli/project.mjs";
import { importAsClub } from "#tests/support/import-as-club.ts";

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
const importPreviews = (club = face.club): Promise<typeof import("#app/emails/previews.ts")> =>
  importAsClub(club, { entryPoints: [join(root, "app/emails/previews.ts")] });

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
      /class="cloth"|\/mail-street\.png/.test(html),
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
    return pictures.some((path) => path?.startsWith("/faces/"));
  });
  expect(withFaces).toEqual(
    expect.arrayContaining(["booking-received", "booking-confirmed", "reminder", "how-was-it", "meet-again"]),
  );
  for (const name of ["reset-password", "seat-offered", "city-opened", "sheet"])
    expect(withFaces).not.toContain(name);
});

test("who runs the club signs emails about a dinner, and where the club names nobody the emails are the same without", async () => {
  const person = { name: "Ana", face: 5, says: "Come as you are.", speaks: true };
  const [signed, unsigned] = [await importPreviews({ ...face.club, person }), await importPreviews()];
  const signature = "Ana, who runs Mesa Cinco";
  // With a sentence of their own above it.
  const signatureBlock = new RegExp(`(?<=\n\n)(.+\n)?${signature}\n\n`);
  const withSignature = signed.previewNames.filter((name) => {
    const [own, other] = [signed, unsigned].map((previews) =>
      previews.renderPreview("https://mesa.example", name),
    );
    expect(other?.text, name).not.toContain("who runs");
    expect(own?.text.replace(signatureBlock, ""), name).toBe(other?.text);
    const isSigned = signatureBlock.test(own?.text ?? "");
    expect(own?.html.split(signature).length, name).toBe(isSigned ? 2 : 1);
    expect(own?.html.includes("https://mesa.example/faces/c5.png"), name).toBe(isSigned);
    return isSigned;
  });
  expect(withSignature).toEqual(
    expect.arrayContaining([
      ...["booking-confirmed", "reminder", "on-standby", "on-standby-diet", "standby-ended", "city-opened"],
      ...["canceled-by-club", "canceled-by-club-seat", "table-dissolved", "deposit-kept", "marked-absent"],
    ]),
  );
  for (const name of ["reset-password", "new-sign-in", "sheet", "host-link", "host-message", "club-message"])
    expect(withSignature).not.toContain(name);
});

test("a message that ends with the name of who runs the club is signed, and another operator's isn't", async () => {
  const { renderPreview } = await importPreviews({
    ...face.club,
    person: { name: "Ana", face: 5, says: "", speaks: true },
  });
  const read = (clubMessage: string) =>
    renderPreview("https://mesa.example", "club-message", { clubMessage })?.text;
  expect(read("The door is stuck.\nSee you there, Ana")).toContain(
    "\n\nThe door is stuck.\n\nSee you there,\nAna, who runs Mesa Cinco\n\n",
  );
  for (const other of ["Rui", "MariAna", "Élie Ana-Rui"])
    expect(read(`The door is stuck.\nSee you there, ${other}`), other).not.toContain("who runs");
});

test("a diner with the name of who runs the club reads another operator's message unsigned", async () => {
  const { renderPreview } = await importPreviews({
    ...face.club,
    person: { name: "Zsófi", face: 5, says: "", speaks: true },
  });
  const text = renderPreview("https://mesa.example", "club-message", {
    clubMessage: "The door is stuck.\nGood night, {first name}",
  })?.text;
  expect(text).toContain("Good night, Zsófi");
  expect(text).not.toContain("who runs");
});

test("a club whose person doesn't speak in emails has their name below them, and no sentence of ours", async () => {
  const person = { name: "Ana", face: 5, says: "", speaks: false };
  const { renderPreview } = await importPreviews({ ...face.club, person });
  const email = renderPreview("https://mesa.example", "how-was-it");
  expect(email?.text).toMatch(/\n\nAna, who runs Mesa Cinco\n\n/);
  expect(email?.text).not.toMatch(/\bI(’| )/);
});
