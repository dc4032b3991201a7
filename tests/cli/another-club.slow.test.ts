import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { addPerson } from "#tests/screens/people.ts";
import type { Screen } from "#tests/screens/screen.ts";
import { clubOptions, eachScreen, screenListNames } from "#tests/screens/screens.ts";
import { buildClub, importBuilt } from "#tests/support/build-club.ts";
import { findLinks } from "#tests/support/crawl.ts";
import { deskVars, playAccess } from "#tests/support/desk.ts";
import { runScript } from "#tests/support/run-script.ts";
import { type Club, type ClubOptions, startClub } from "#tests/support/start-club.ts";

const toml = `
[vars]
CONTACT_EMAIL = "ola@mesa.example"

[club]
name = "Mesa Cinco"
sentence = "Jantar com quem não conheces"
city = "Lisbon"
time_zone = "Europe/Lisbon"
mark = "mark.svg"
picture = "dinner.jpg"
picture_shows = "Grilled sardines on a long table"
privacy = ["Our photographer comes to one dinner a month, and asks first."]

[club.colors]
accent = "#0b5cad"
ground = "#5b2333"

[club.responsible]
name = "Mesa Cinco, Lda."
address = "Rua da Rosa 5, 1200-381 Lisboa"
email = "ola@mesa.example"

[club.person]
name = "Marta"
face = 12
says = "I sat alone in this city for a year."

[[club.links]]
label = "Instagram"
href = "https://www.instagram.com/mesacinco"

[club.texts]
landing-headline = "Five chairs, one table, Lisbon."
reminder-subject = "Até {weekday}, {first name}"
`;

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#0b5cad"/></svg>';

const foreign = /Öten|öten|\bOten\b|Budapest|Revolution of Friends Making|[Gg]okon/;

/** In the club's own words: not in what somebody typed, in where somebody was, or in the list of all time zones. */
const findForeign = (text: string) =>
  text
    .replaceAll(
      /https:\/\/www\.google\.com\/maps[^"]*|Firefox on Android, Budapest, Hungary|<option value="Europe\/Budapest">/g,
      "",
    )
    .split("\n")
    .filter((line) => foreign.test(line))
    .map((line) => {
      const at = line.search(foreign);
      return line.slice(Math.max(0, at - 60), at + 60);
    });

const access = playAccess();

/** A folder in which `ops` finds a club. */
function makeEmptyClub(): string {
  const folder = mkdtempSync(join(tmpdir(), "oten-club-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** As a browser without JavaScript opens it. */
async function readScreen(club: Club, { path, cookie = "", form, prepare }: Screen): Promise<string> {
  await prepare?.();
  await club.binding.batch(
    [
      "UPDATE cities SET name = 'Lisboa' WHERE name = 'Budapest'",
      "UPDATE venues SET address = 'Rua da Rosa 5'",
    ].map((statement) => club.binding.prepare(statement)),
  );
  const headers = { Cookie: cookie, Accept: "text/html" };
  const response = await club.fetch(
    path,
    form ? { method: "POST", headers, body: new URLSearchParams(form) } : { headers },
  );
  return (await response.text()).replaceAll("\r\n ", "");
}

/** Every page of the desk that another leads to. */
async function readDesk(club: Club): Promise<[string, string][]> {
  const headers = await access.headersOf("anna");
  const found = new Set(["/desk"]);
  const pages: [string, string][] = [];
  for (const path of found) {
    const html = await (await club.fetch(path, { headers })).text();
    pages.push([path, html]);
    const links = findLinks(html).filter((link) => link.startsWith("/desk") && !link.includes("?"));
    if (pages.length < 40) for (const link of links) found.add(link);
  }
  return pages;
}

test("a club of another name shows nothing of Öten to anybody", async () => {
  const picture = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#704214" } })
    .jpeg()
    .toBuffer();
  const folder = await buildClub(toml, { "mark.svg": mark, "dinner.jpg": picture });
  const texts: [string, string][] = [];

  const options: ClubOptions = {
    ...clubOptions,
    bundleFolder: join(folder, "build/worker"),
    vars: {
      ...clubOptions.vars,
      ...deskVars,
      CONTACT_EMAIL: "ola@mesa.example",
      MAIL_FROM: "Mesa Cinco <ola@mesa.example>",
      SITE_URL: "https://mesa.example",
    },
  };
  for (const name of screenListNames) {
    const club = await startClub(options);
    try {
      await eachScreen(club, name, async (screen) => {
        texts.push([screen.name, await readScreen(club, screen)]);
      });
      if (name === "evenings") await readTheRest(club);
    } finally {
      await club.worker.dispose();
    }
  }

  async function readTheRest(club: Club) {
    texts.push(...(await readDesk(club)));
    const person = await addPerson(club);
    for (const path of ["/dashboard/settings/data.json", "/.well-known/security.txt", "/robots.txt"])
      texts.push([path, await readScreen(club, { name: path, route: path, path, cookie: person.cookie })]);
    const created = await club.fetch("/auth/passkey-options", {
      method: "POST",
      headers: { Cookie: person.cookie },
      body: new URLSearchParams({ purpose: "register" }),
    });
    const passkey = (await created.json()) as { rp?: { name: string } };
    expect(passkey.rp?.name).toBe("Mesa Cinco");
  }
  expect(texts.length).toBeGreaterThan(150);
  const shown = (name: string) => texts.find(([screen]) => screen === name)?.[1] ?? "";
  expect(shown("public/landing")).toContain("Five chairs, one table, Lisbon.");
  expect(shown("public/landing")).toContain("https://www.instagram.com/mesacinco");
  expect(shown("public/landing")).toMatch(/\/assets\/picture-\w+-736\.avif 736w/);
  for (const page of ["privacy", "terms", "contact"])
    expect(shown(`public/${page}`)).toContain("Rua da Rosa 5, 1200-381 Lisboa");
  for (const page of ["public/about", "public/contact", "public/landing", "account/register"]) {
    expect(shown(page)).toContain("Marta runs Mesa Cinco");
    expect(shown(page)).toContain("I sat alone in this city for a year.");
    expect(shown(page)).toContain('<span class="drawn');
  }
  expect(shown("public/privacy")).toContain("Our photographer comes to one dinner a month");

  const modules = await importBuilt<
    typeof import("#app/emails/previews.ts") &
      typeof import("#app/operations/report/render-report.tsx") &
      typeof import("#app/operations/report/sample-data.ts") &
      typeof import("#app/http/responses.ts")
  >(folder, [
    "app/emails/previews.ts",
    "app/operations/report/render-report.tsx",
    "app/operations/report/sample-data.ts",
    "app/http/responses.ts",
  ]);
  for (const name of modules.previewNames) {
    const { subject = "", html = "", text = "" } = modules.renderPreview("https://mesa.example", name) ?? {};
    texts.push([`email ${name}`, `${subject}\n${html}\n${text}`]);
    expect(text).toContain("Rua da Rosa 5, 1200-381 Lisboa");
  }
  texts.push(["report", modules.renderReport(modules.createSampleData(12, new Date()), folder)]);
  const event = {
    id: "1",
    date: new Date(),
    sequence: 0,
    confirmed: true,
    canceled: false,
    cityName: "Lisboa",
  };
  const calendar = modules.calendarResponse(
    [{ ...event, venue: { name: "Taberna", address: "Rua da Rosa 5" }, tableNumber: 7 }],
    new Request("https://mesa.example/calendar.ics"),
    new Date(),
  );
  texts.push(["calendar", await calendar.text()]);

  const preview = await runScript(
    "ops.mjs",
    ["email", "preview", "reminder", "--persist-to", makeEmptyClub()],
    folder,
  );
  expect(preview.out).toMatch(/^Até \w+day, Zsófi$/m);
  texts.push(["ops email preview", preview.out]);

  const client = join(folder, "build/client");
  for (const file of readdirSync(client, { recursive: true, encoding: "utf8" }))
    if (/\.(js|css|svg|webmanifest)$/.test(file))
      texts.push([file, readFileSync(join(client, file), "utf8")]);
  expect(JSON.parse(readFileSync(join(client, "manifest.webmanifest"), "utf8")).short_name).toBe(
    "Mesa Cinco",
  );
  expect(readFileSync(join(client, "favicon.svg"), "utf8")).toBe(mark);
  expect(
    texts
      .filter(([file]) => /app-.*\.css/.test(file))
      .map(([, css]) => css)
      .join(),
  ).toContain("--color-paprika:#0b5cad");
  const { data } = await sharp(join(client, "icon-192.png"))
    .extract({ left: 96, top: 96, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data].slice(0, 3)).toEqual([0x0b, 0x5c, 0xad]);

  expect(texts.flatMap(([name, text]) => findForeign(text).map((line) => `${name}: ${line}`))).toEqual([]);
});
