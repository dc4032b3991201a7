import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import * as z from "zod";
import { seedCount } from "#app/lib/account/draw-face.ts";
import { removeInvisible } from "#app/lib/account/person.ts";
import { type Club, club as defaultClub, type TextName } from "#app/lib/club.ts";
import { isTimeZone } from "#app/lib/dates.ts";
import { makePalette, type Palette } from "./club-palette.ts";

/** What makes a club its own is in `[club]` of its settings. The build makes stylesheets, icons and `#club` of it. */

/** Also the files that the build reads. */
export interface ClubFace {
  club: Club;
  palette: Palette;
  markFile: string | undefined;
  pictureFile: string | undefined;
  pictureShows: string;
}

export const defaultFace: ClubFace = {
  club: defaultClub,
  palette: { light: {}, dark: {}, emails: {} },
  markFile: undefined,
  pictureFile: undefined,
  pictureShows: "",
};

/** The words in braces that a text can have, and those without which it says too little; an empty one is left out. `{club}` and `{city}` stand in any. */
const textPlaces: Record<TextName, { may?: string[]; must?: string[]; mayBeEmpty?: true }> = {
  "landing-headline": {},
  "landing-lead": {},
  "landing-quiz": {},
  "landing-arrival": { must: ["club"] },
  "landing-closing": {},
  "about-lead": { must: ["club"] },
  "price-before": { mayBeEmpty: true },
  "price-now": { mayBeEmpty: true },
  "price-badge": { mayBeEmpty: true },
  "contact-lead": {},
  "terms-lead": {},
  "confirm-email-subject": {},
  "booking-received-subject": { may: ["first name", "weekday"], must: ["day"] },
  "booking-received-line": { may: ["first name", "weekday", "day"] },
  "booking-confirmed-subject": { may: ["first name"] },
  "booking-confirmed-line": {},
  "reminder-subject": { may: ["first name", "day", "restaurant"], must: ["weekday"] },
  "reminder-line": { may: ["first name", "weekday", "day"] },
  "how-was-it-subject": { may: ["first name", "weekday", "day"] },
};

const text = (maxLength: number, minLength = 1) => {
  const mustBe = `a text of ${minLength} to ${maxLength} characters`;
  return z
    .string(mustBe)
    .transform(removeInvisible)
    .pipe(z.string().min(minLength, mustBe).max(maxLength, mustBe));
};

const color = z
  .string("a color such as #c13b2a")
  .regex(/^#[0-9a-f]{6}$/i, "a color such as #c13b2a")
  .transform((value) => value.toLowerCase());

const webAddress = z
  .string("an address that begins with https://")
  .max(500, "an address of at most 500 characters")
  .refine(
    (value) => /^https:\/\/[^\s"<>]+$/.test(value) && URL.canParse(value),
    "an address that begins with https://",
  );

const file = (kinds: string[]) => {
  const mustBe = `the name of a ${kinds.join(" or ")} file beside it`;
  return z.string(mustBe).refine((value) => kinds.includes(extname(value).toLowerCase().slice(1)), mustBe);
};

const clubText = (name: TextName) => {
  const { may = [], must = [], mayBeEmpty } = textPlaces[name];
  const allowed = [...new Set(["club", "city", ...must, ...may])];
  return text(200, mayBeEmpty ? 0 : 1).superRefine((value, context) => {
    const used = [...value.matchAll(/\{([^{}]*)\}/g)].map(([, place = ""]) => place);
    const unknown = used.find((place) => !allowed.includes(place));
    const missing = must.find((place) => !used.includes(place));
    const rest = value.replace(/\{[^{}]*\}/g, "");
    if (unknown !== undefined || /[{}]/.test(rest))
      context.addIssue({
        code: "custom",
        message: `a text in which braces hold ${new Intl.ListFormat("en", { type: "disjunction" }).format(allowed)}`,
      });
    else if (missing) context.addIssue({ code: "custom", message: `a text with {${missing}} in it` });
  });
};

const textNames = Object.keys(textPlaces) as TextName[];

const table = "a table";

const clubSchema = z.strictObject(
  {
    name: text(40).optional(),
    sentence: text(80).optional(),
    made_in: text(80).optional(),
    city: text(60).optional(),
    time_zone: z
      .string("a time zone such as Europe/Lisbon")
      .refine(isTimeZone, "a time zone such as Europe/Lisbon")
      .optional(),
    name_means: text(200).optional(),
    mark: file(["svg"]).optional(),
    picture: file(["jpg", "jpeg"]).optional(),
    picture_shows: text(200).optional(),
    privacy: z.array(text(500), "a list of texts").max(20, "at most 20 texts").optional(),
    colors: z.strictObject({ accent: color.optional(), ground: color.optional() }, table).optional(),
    responsible: z
      .strictObject(
        {
          name: text(120),
          address: text(300),
          email: z.email("an email address").max(200, "an email address"),
        },
        table,
      )
      .optional(),
    person: z
      .strictObject(
        {
          name: text(60),
          face: z
            .int("a whole number from 0")
            .min(0, "a whole number from 0")
            .max(seedCount - 1, "a whole number from 0"),
          says: text(200).default(""),
          speaks: z.boolean("true or false").default(true),
        },
        table,
      )
      .optional(),
    links: z
      .array(z.strictObject({ label: text(30), href: webAddress }, table), "a list of tables")
      .max(6, "at most 6 links")
      .optional(),
    idea: z
      .strictObject(
        {
          lead: text(300),
          about: text(1000),
          words: z
            .array(
              z.strictObject(
                {
                  word: text(20),
                  grammar: text(40),
                  meanings: z
                    .array(text(200), "a list of texts")
                    .min(1, "a list of texts")
                    .max(4, "at most 4 texts"),
                },
                table,
              ),
              "a list of tables",
            )
            .max(2, "at most 2 words")
            .default([]),
        },
        table,
      )
      .optional(),
    texts: z
      .strictObject(
        Object.fromEntries(textNames.map((name) => [name, clubText(name).optional()])) as {
          [Name in TextName]: z.ZodOptional<ReturnType<typeof clubText>>;
        },
        table,
      )
      .optional(),
  },
  table,
);

type ClubSettings = z.output<typeof clubSchema>;

/** Throws a sentence if the settings can't be used. The files that they name are beside their own. */
export function parseClubFace(settings: unknown, fileName: string, clubPath = fileName): ClubFace {
  if (settings === undefined) return defaultFace;
  const parsed = clubSchema.safeParse(settings);
  if (!parsed.success) throw new Error(describeIssue(parsed.error.issues[0], settings, fileName));
  const { data } = parsed;
  if (data.name !== undefined)
    for (const key of ["city", "time_zone"] as const)
      if (data[key] === undefined)
        throw new Error(`A club with its own name also needs ${key} in [club] of ${fileName}.`);
  const find = (key: "mark" | "picture") => {
    const path = data[key] === undefined ? undefined : resolve(dirname(clubPath), data[key]);
    if (path !== undefined && !existsSync(path))
      throw new Error(`${key} in [club] of ${fileName} names ${data[key]}, and there is no such file.`);
    return path;
  };
  const markFile = find("mark");
  if (markFile) checkMark(markFile);
  if (data.picture && !data.picture_shows)
    throw new Error(
      `A picture also needs picture_shows in [club] of ${fileName}: what it shows, for those who can’t see it.`,
    );
  const palette = makePalette(data.colors?.accent, data.colors?.ground, fileName);
  return {
    club: { ...toClub(data), colors: { ...defaultClub.colors, ...palette.emails } },
    palette,
    markFile,
    pictureFile: find("picture"),
    pictureShows: data.picture_shows ?? "",
  };
}

function toClub(data: ClubSettings): Club {
  const { colors, mark, picture, texts, name_means, made_in, time_zone, picture_shows, ...rest } = data;
  const { name } = data;
  return {
    ...defaultClub,
    person: null,
    // Nothing of the other club stays with a name of its own.
    ...(name === undefined
      ? {}
      : {
          fileName: toFileName(name),
          sentence: "",
          madeIn: `Made in ${data.city}`,
          nameMeans: "",
          idea: null,
        }),
    ...withoutUndefined(rest),
    ...withoutUndefined({ madeIn: made_in, timeZone: time_zone, nameMeans: name_means }),
    texts: { ...defaultClub.texts, ...withoutUndefined(texts ?? {}) },
    mark: mark ? "/favicon.svg" : null,
  };
}

const withoutUndefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]: Exclude<Values[Key], undefined>;
  };

/** "Mesa Cinco" becomes "mesa-cinco". */
const toFileName = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "club";

type Issue = z.core.$ZodIssue | undefined;

function describeIssue(issue: Issue, settings: unknown, fileName: string): string {
  if (!issue) return `[club] of ${fileName} can’t be read.`;
  const inTable = (path: PropertyKey[]) =>
    path.length === 0 ? `[club] of ${fileName}` : `${path.join(".")} in [club] of ${fileName}`;
  if (issue.code === "unrecognized_keys")
    return `Öten has no setting called ${[...issue.path, issue.keys[0]].join(".")} in [club] of ${fileName}: see docs/operating/settings.md.`;
  const value = issue.path.reduce<unknown>(
    (found, key) => (found as Record<PropertyKey, unknown> | undefined)?.[key],
    settings,
  );
  if (value === undefined) return `${inTable(issue.path)} is missing: it must be ${issue.message}.`;
  const shown = JSON.stringify(value);
  return `${inTable(issue.path)} must be ${issue.message}, not ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}.`;
}

const maxMarkLength = 50_000;

/** An SVG can run scripts, and load from other sites. */
function checkMark(path: string): void {
  const svg = readFileSync(path, "utf8");
  const problems: [boolean, string][] = [
    [svg.length > maxMarkLength, `is larger than ${maxMarkLength / 1000} kB`],
    [!/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(svg), "doesn’t begin with <svg"],
    [
      /<(script|foreignObject|iframe|animate|set|handler)\b/i.test(svg) || /[\s"'/]on\w+\s*=/i.test(svg),
      "has a script, or something that can run one",
    ],
    [
      /(href|src)\s*=\s*["']?\s*(?!#|["'])[^"'\s>]|url\(\s*(?!["']?#)|@import|\\/i.test(svg),
      "loads something from elsewhere",
    ],
    [!/viewBox\s*=/.test(svg), "has no viewBox"],
  ];
  const problem = problems.find(([is]) => is)?.[1];
  if (problem) throw new Error(`The mark ${path} ${problem}: save it as a plain SVG.`);
}
