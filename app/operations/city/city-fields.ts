import * as z from "zod";
import { foldName } from "#app/lib/account/name-key.ts";
import { isTimeZone } from "#app/lib/dates.ts";
import { commonCurrencies } from "#app/lib/price.ts";
import { currencies } from "#app/operations/amounts.ts";
import { text } from "#app/operations/inputs.ts";
import type { OptionHelp } from "#app/operations/operation.ts";
import { club } from "#club";

/** Excludes "BST", which is Bangladesh, and "Etc/GMT+1", which is west of Greenwich. */
const areas = "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split(" ");

const isPlaceZone = (typed: string): boolean =>
  /^utc$/i.test(typed) ||
  (areas.some((area) => typed.toLowerCase().startsWith(`${area.toLowerCase()}/`)) && isTimeZone(typed));

/** Corrects the capitals, because time zones are compared with those of visitors. */
function spellTimeZone(typed: string): string {
  if (/^utc$/i.test(typed)) return "UTC";
  const known = Intl.supportedValuesOf("timeZone").find((name) => name.toLowerCase() === typed.toLowerCase());
  if (known) return known;
  const spelled = resolveZone(typed);
  if (spelled.toLowerCase() === typed.toLowerCase()) return spelled;
  // This is another name for a zone, such as "Asia/Ho_Chi_Minh".
  return typed.toLowerCase().replace(/(?<=^|[/_-])[a-z]/g, (letter) => letter.toUpperCase());
}

/** "Lisbon" may be Europe/Lisbon. */
function suggestZone(typed: string): string {
  const place = typed.trim().toLowerCase().replaceAll(" ", "_");
  const found = Intl.supportedValuesOf("timeZone").find((name) => name.toLowerCase().endsWith(`/${place}`));
  return found ? `. Do you mean ${found}?` : "";
}

const resolveZone = (name: string) =>
  new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;

interface LocaleWithZones extends Intl.Locale {
  timeZones?: string[];
  getTimeZones?(): string[] | undefined;
}

function listZones(country: string): string[] {
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** The zone that is named after the city, or the first of the country, in Europe where it has several. */
export function proposeZone(country: string, city: string): string {
  if (!isCountry(country)) return "";
  const zones = listZones(country).map(spellTimeZone);
  const own = zones.find((zone) => foldName(zone.split("/").at(-1) ?? "") === foldName(city));
  return own ?? zones.find((zone) => zone.startsWith("Europe/")) ?? zones[0] ?? "";
}

const euroCountries =
  "AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK".split(" ");

/** Most currencies begin with the letters of their country. */
export function proposeCurrency(country: string): string {
  if (euroCountries.includes(country)) return "EUR";
  const begins = (code: string) => code.startsWith(country.toLowerCase());
  const [only, other] = [...currencies].filter(begins);
  return (commonCurrencies.find(begins) ?? (other ? undefined : only) ?? "").toUpperCase();
}

/** Says "Asia/Dhaka is not in Japan" if that is known. Different names of one zone count as the same. */
export function explainForeignZone(zone: string, country: string): string | undefined {
  const ofCountry = listZones(country);
  if (ofCountry.length === 0) return undefined;
  if ([zone, resolveZone(zone)].some((name) => ofCountry.map(resolveZone).includes(name))) return undefined;
  const name = new Intl.DisplayNames("en", { type: "region" }).of(country) ?? country;
  return `${zone} is no time zone of ${name}, which has ${ofCountry.slice(0, 3).join(", ")}${ofCountry.length > 3 ? " and others" : ""}`;
}

/** "Asia/Tokyo, now GMT+09:00". The hour would make a plan out of date each minute. */
export const describeZone = (zone: string, now: Date) =>
  `${zone}, now ${new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(now).find(({ type }) => type === "timeZoneName")?.value}`;

/** Exceptional codes that are not countries. */
const otherRegions = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" ");
const regionNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) &&
  regionNames.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code &&
  !otherRegions.includes(code);

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
export const countryCodes = letters.flatMap((one) => letters.map((other) => one + other).filter(isCountry));

function parseCoordinates(typed: string): { latitude: number; longitude: number } | undefined {
  const parts = /^\s*(-?\d{1,2}(?:\.\d{1,10})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,10})?)\s*$/.exec(typed);
  const [latitude = 91, longitude = 181] = parts?.slice(1).map(Number) ?? [];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

const amount = z.string().trim().max(20, "is too long for an amount");

export const cityFields = {
  slug: z
    .string()
    .max(60, "is longer than 60 characters")
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "has only letters a to z, digits and hyphens, such as new-york"),
  name: text(80),
  country: z.string().toUpperCase().refine(isCountry, "is a country of two letters, such as HU"),
  zone: z
    .string()
    .refine(isPlaceZone, {
      error: ({ input }) =>
        `is a time zone with its area and its place, such as ${club.timeZone}, or UTC${suggestZone(String(input))}`,
    })
    .transform(spellTimeZone),
  currency: z
    .string()
    .toLowerCase()
    .refine((code) => currencies.has(code), "is a currency of three letters, such as HUF"),
  price: amount,
  deposit: amount,
  priceRanges: z.string().trim().max(200, "is too long"),
  at: z.string().transform((typed, context) => {
    const position = parseCoordinates(typed);
    if (position) return position;
    context.addIssue({
      code: "custom",
      message: 'is a latitude and a longitude, such as "47.4979,19.0402"',
    });
    return z.NEVER;
  }),
};

export const cityOptions: Record<keyof typeof cityFields, OptionHelp> = {
  slug: ["<slug>", "its name in addresses, such as new-york"],
  name: ["<name>", "its name"],
  country: ["<code>", "its country, two letters, such as HU"],
  zone: ["<zone>", `its time zone, such as ${club.timeZone}`],
  currency: ["<code>", "its currency, such as HUF"],
  price: ["<amount>", "the normal price of a booking, which is shown struck through, such as 2500 or 7.50"],
  deposit: ["<amount>", "the deposit of its new events, such as 3000 or 10; 0 for none"],
  priceRanges: [
    "<ranges>",
    "what a dinner costs at each of the four price levels, which diners read, such as 3000-6000, 6000-9000, 9000-15000, 15000-25000; or none",
  ],
  at: [
    "<position>",
    'latitude and longitude, such as "47.4979,19.0402", so that visitors nearby see it first',
  ],
};
