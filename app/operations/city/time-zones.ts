import { isTimeZone } from "#app/lib/dates.ts";
import { formatLocalTime } from "#app/operations/times.ts";

/** Not "BST", which is Bangladesh, nor "Etc/GMT+1", which is west of Greenwich. */
const areas = "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split(" ");

export const isPlaceZone = (typed: string): boolean =>
  /^utc$/i.test(typed) ||
  (areas.some((area) => typed.toLowerCase().startsWith(`${area.toLowerCase()}/`)) && isTimeZone(typed));

/** Time zones are compared with those of visitors, so their capitals matter. */
export function spellTimeZone(typed: string): string {
  if (/^utc$/i.test(typed)) return "UTC";
  const known = Intl.supportedValuesOf("timeZone").find((name) => name.toLowerCase() === typed.toLowerCase());
  if (known) return known;
  const spelled = resolveZone(typed);
  if (spelled.toLowerCase() === typed.toLowerCase()) return spelled;
  // Another name of a zone: "Asia/Ho_Chi_Minh".
  return typed.toLowerCase().replace(/(?<=^|[/_-])[a-z]/g, (letter) => letter.toUpperCase());
}

const resolveZone = (name: string) =>
  new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;

interface LocaleWithZones extends Intl.Locale {
  timeZones?: string[];
  getTimeZones?(): string[] | undefined;
}

/** "Asia/Dhaka is not in Japan" where that is known; names of one zone count as one. */
export function explainForeignZone(zone: string, country: string): string | undefined {
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
  const ofCountry = locale.getTimeZones?.() ?? locale.timeZones;
  if (!ofCountry || ofCountry.length === 0) return undefined;
  if ([zone, resolveZone(zone)].some((name) => ofCountry.map(resolveZone).includes(name))) return undefined;
  const name = new Intl.DisplayNames("en", { type: "region" }).of(country) ?? country;
  return `${zone} is no time zone of ${name}, which has ${ofCountry.slice(0, 3).join(", ")}${ofCountry.length > 3 ? " and others" : ""}`;
}

/** "Asia/Tokyo, where it is 2026-11-23 08:12 now" */
export const describeZone = (zone: string, now: Date) =>
  `${zone}, where it is ${formatLocalTime(now, zone)} now`;
