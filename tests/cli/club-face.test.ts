import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { defaultFace, parseClubFace } from "#app/cli/club-face.ts";
import { contrast, makePalette, onAccent, onGround } from "#app/cli/club-palette.ts";
import { node, root } from "#app/cli/project.mjs";
import { club } from "#app/lib/club.ts";
import { copyProject } from "#tests/support/copy-project.ts";

const lisbon = { name: "Mesa Cinco", city: "Lisbon", time_zone: "Europe/Lisbon" };
const parse = (settings: unknown) => parseClubFace(settings, "club.toml");

test("without [club], what is built is Öten, and its files are those of public/", () => {
  expect(parse(undefined)).toBe(defaultFace);
  const built = readFileSync(join(root, ".club/club.js"), "utf8");
  expect(JSON.parse(built.replace(/^export const club = |;\s*$/g, ""))).toEqual(club);
  expect(readFileSync(join(root, ".club/club.css"), "utf8")).toBe("");
  for (const file of readdirSync(join(root, "public")))
    expect([
      file,
      readFileSync(join(root, "build/client", file)).equals(readFileSync(join(root, "public", file))),
    ]).toEqual([file, true]);
});

test("with a name of its own, a club has nothing of the other but what fits all", () => {
  const { club: own } = parse(lisbon);
  expect(own).toMatchObject({
    name: "Mesa Cinco",
    fileName: "mesa-cinco",
    madeIn: "Made in Lisbon",
    timeZone: "Europe/Lisbon",
    sentence: "",
    nameMeans: "",
    idea: null,
    person: null,
  });
  expect(JSON.stringify(own)).not.toMatch(/Öten|Budapest|gokon/i);
});

test("with colors alone, the club keeps its name", () => {
  const { club: own } = parse({ colors: { accent: "#0B5CAD" } });
  expect(own).toEqual({
    ...club,
    person: null,
    colors: { ...club.colors, accent: "#0b5cad", you: own.colors.you },
  });
});

const many = "x".repeat(60_000);

test.each([
  ["text", '[club] of club.toml must be a table, not "text".'],
  [{ name: 5 }, "name in [club] of club.toml must be a text of 1 to 40 characters, not 5."],
  [{ name: "" }, 'name in [club] of club.toml must be a text of 1 to 40 characters, not "".'],
  [{ name: " \u200b\u202e " }, "name in [club] of club.toml must be a text of 1 to 40 characters, not"],
  [
    { name: many },
    `name in [club] of club.toml must be a text of 1 to 40 characters, not "${many.slice(0, 59)}….`,
  ],
  [{ name: "Mesa Cinco" }, "A club with its own name also needs city in [club] of club.toml."],
  [
    { ...lisbon, time_zone: "Lisbon" },
    'time_zone in [club] of club.toml must be a time zone such as Europe/Lisbon, not "Lisbon".',
  ],
  [
    { colour: "#fff" },
    "Öten has no setting called colour in [club] of club.toml: see docs/operating/settings.md.",
  ],
  [
    { colors: { accent: "red" } },
    'colors.accent in [club] of club.toml must be a color such as #c13b2a, not "red".',
  ],
  [
    { colors: { accent: "#ffcc00" } },
    "colors.accent in [club] of club.toml is too light: the words of buttons in #fff9f0 on #ffcc00 have a contrast of 1.4, and 4.5 is the least. #",
  ],
  [
    { colors: { ground: "#8fd0a0" } },
    "colors.ground in [club] of club.toml is too light: words in #f6eedf on #8fd0a0",
  ],
  [
    { responsible: { name: "A", address: "B" } },
    "responsible.email in [club] of club.toml is missing: it must be an email address.",
  ],
  [
    { links: [{ label: "X", href: "javascript:alert(1)" }] },
    "links.0.href in [club] of club.toml must be an address that begins with https://, not",
  ],
  [
    { person: { name: "Marta", face: -1 } },
    "person.face in [club] of club.toml must be a whole number from 0, not -1.",
  ],
  [{ links: "x" }, 'links in [club] of club.toml must be a list of tables, not "x".'],
  [
    { mark: "mark.png" },
    'mark in [club] of club.toml must be the name of a svg file beside it, not "mark.png".',
  ],
  [{ mark: "no-such.svg" }, "mark in [club] of club.toml names no-such.svg, and there is no such file."],
  [
    { texts: { "landing-hedline": "x" } },
    "Öten has no setting called texts.landing-hedline in [club] of club.toml",
  ],
  [
    { texts: { "reminder-subject": "Dinner soon" } },
    'texts.reminder-subject in [club] of club.toml must be a text with {weekday} in it, not "Dinner soon".',
  ],
  [
    { texts: { "reminder-subject": "On {weekday}, {surname}" } },
    "texts.reminder-subject in [club] of club.toml must be a text in which braces hold club, city, weekday, first name, day, or restaurant, not",
  ],
  [
    { texts: { "landing-lead": "Come {in" } },
    "texts.landing-lead in [club] of club.toml must be a text in which braces hold club or city",
  ],
] as [unknown, string][])("the face %j is refused with a sentence", (settings, sentence) => {
  expect(() => parse(settings)).toThrow(sentence);
});

test.each(["<b>Mesa</b> & “Co”", "מסעדה חמש", "五人の夕食", "🍲 Pot au feu 🍲", '`club` \\ "quoted"'])(
  "%s is a name",
  (name) => {
    const { club: own } = parse({ ...lisbon, name });
    expect(own.name).toBe(name);
    expect(own.fileName).toMatch(/^[a-z0-9-]+$/);
  },
);

test("what would change the direction of a page or break its lines is taken out of a name", () => {
  expect(parse({ ...lisbon, name: "Mesa\u202e\nCinco\u0000" }).club.name).toBe("Mesa Cinco");
});

function writeMark(svg: string): string {
  const folder = mkdtempSync(join(tmpdir(), "oten-mark-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "mark.svg"), svg);
  return join(folder, "club.toml");
}

const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"${attributes}>${inside}</svg>`;

test.each([
  [svg("<script>alert(1)</script>"), "has a script"],
  [svg("", ' onload="alert(1)"'), "has a script"],
  [svg("<foreignObject/>"), "has a script"],
  [svg('<image href="https://evil.example/x.png"/>'), "loads something from elsewhere"],
  [svg("<image xlink:href='//evil.example/x.png'/>"), "loads something from elsewhere"],
  [svg('<image href="data:image/svg+xml,x"/>'), "loads something from elsewhere"],
  [svg("<style>@import 'x.css'</style>"), "loads something from elsewhere"],
  [svg("<style>path{fill:url(https://evil.example)}</style>"), "loads something from elsewhere"],
  [`<!DOCTYPE svg [<!ENTITY x "y">]>${svg("&x;")}`, "doesn’t begin with <svg"],
  [svg("").replace(" viewBox", " data-box"), "has no viewBox"],
  ["GIF89a", "doesn’t begin with <svg"],
  [svg(`<path d="${many}"/>`), "is larger than 50 kB"],
])("the mark %s is refused", (mark, sentence) => {
  const file = writeMark(mark);
  expect(() => parseClubFace({ mark: "mark.svg" }, "club.toml", file)).toThrow(sentence);
});

test("a mark may use parts of itself", () => {
  const file = writeMark(svg('<linearGradient id="a"/><path fill="url(#a)" d="M0 0"/><use href="#a"/>'));
  expect(parseClubFace({ mark: "mark.svg" }, "club.toml", file).club.mark).toBe("/favicon.svg");
});

const paperOf = { light: ["#fbf6ee", "#fffcf7", "#f3eadb"], dark: ["#17110c", "#1f1812", "#261d15"] };

const quietInkOf = { light: "#5c5247", dark: "#c6b7a2" };

test("words can be read on every color that is made of a club's own, by day and by night", () => {
  const steps = ["00", "40", "80", "c0", "ff"];
  const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
  const found: string[] = [];
  let count = 0;
  for (const color of colors) {
    const check = (what: string, one = "", other = "", least = 4.5) => {
      if (contrast(one, other) < least)
        found.push(`${color}: ${what} has ${contrast(one, other).toFixed(2)}`);
    };
    if (contrast(color, onAccent) < 4.5 || contrast(color, onGround) < 4.5) {
      expect(() => makePalette(color, color, "club.toml")).toThrow("is too light");
      continue;
    }
    count++;
    const palette = makePalette(color, color, "club.toml");
    for (const theme of ["light", "dark"] as const) {
      const tokens = { ...palette.light, ...palette[theme] };
      check(`${theme} button`, tokens.paprika, onAccent);
      check(`${theme} pressed button`, tokens["paprika-deep"], onAccent);
      check(`${theme} words on the ground`, tokens.green, onGround);
      check(`${theme} quiet words on the ground`, tokens.green, tokens["on-green-2"]);
      check(`${theme} you on the ground`, tokens.green, tokens.coral, 3);
      for (const paper of [...paperOf[theme]]) {
        check(`${theme} accent words on ${paper}`, tokens["paprika-text"], paper);
        check(`${theme} confirmed words on ${paper}`, tokens["green-text"], paper);
      }
      check(`${theme} confirmed words on their wash`, tokens["green-text"], tokens["green-wash"]);
      check(`${theme} other words on that wash`, quietInkOf[theme], tokens["green-wash"]);
      check(`${theme} accent words on their wash`, tokens["paprika-text"], tokens["paprika-wash"]);
    }
    check("button in emails", palette.emails.accent, onAccent);
    const { green, coral } = makePalette(undefined, color, "club.toml").light;
    check("you on the ground alone", green, coral, 3);
  }
  expect(count).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

test("the color that a refusal names is taken", () => {
  for (const [key, color] of [
    ["accent", "#ffcc00"],
    ["ground", "#7fffd4"],
  ] as const) {
    let refusal = "";
    try {
      parse({ colors: { [key]: color } });
    } catch (error) {
      refusal = (error as Error).message;
    }
    const [, proposed = ""] = /(#[0-9a-f]{6}) would do\.$/.exec(refusal) ?? [];
    expect(parse({ colors: { [key]: proposed } }).club.name).toBe("Öten");
  }
});

test("npm start says which part of [club] is wrong before it builds", () => {
  const project = copyProject();
  writeFileSync(join(project, "club.toml"), '[club]\nname = "Mesa Cinco"\n');
  const script = 'import { build } from "./app/cli/prepare.mjs"; build();';
  const { status, stdout, stderr } = spawnSync(node, ["--input-type=module", "--eval", script], {
    cwd: project,
    encoding: "utf8",
  });
  expect([status, stdout, stderr]).toEqual([
    1,
    "",
    "A club with its own name also needs city in [club] of club.toml.\n",
  ]);
});

test("only the sample club is run by somebody made up", () => {
  const print = (settings?: string) => {
    const project = copyProject();
    if (settings !== undefined) writeFileSync(join(project, "club.toml"), settings);
    const { stdout } = spawnSync(node, ["app/cli/build-club.ts", "--print"], {
      cwd: project,
      encoding: "utf8",
    });
    return JSON.parse(stdout).person?.name ?? null;
  };
  expect([print(), print(""), print('[club]\nsentence = "Five at a table"\n')]).toEqual(["Cili", null, null]);
});
