import * as z from "zod";
import { readDeskSettings } from "#app/lib/desk-settings.ts";

/** The values of club.toml, which can also be numbers and booleans. */
export type Vars = Record<string, unknown>;

const isAddress = (value: unknown) => z.email().safeParse(value).success;
/** "hello@club.hu", or "Öten <hello@club.hu>". */
const isSender = (value: unknown) => isAddress(/^[^<>]*<([^<>]*)>$/.exec(String(value))?.[1] ?? value);
const isWebUrl = (value: unknown) => /^https?:$/.test(URL.parse(String(value))?.protocol ?? "");
const isPhone = (value: unknown) =>
  /^\+?[\d ()./-]+$/.test(String(value)) && /^\d{3,15}$/.test(String(value).replaceAll(/\D/g, ""));
const isRate = (value: unknown) => /^\d+(\.\d+)?$/.test(String(value)) && Number(value) > 0;
const isOrigin = (value: unknown) =>
  /^https:\/\/[^/?#\s]+$/.test(String(value)) && URL.canParse(String(value));

/** What each setting, and each secret that a terminal knows, must be; null if anything is allowed. */
const rules: Record<string, [isValid: (value: unknown) => boolean, mustBe: string] | null> = {
  APP_ENV: [(value) => value === "production", '"production": leave it out'],
  SITE_URL: [isOrigin, "https:// and a domain, without a slash at the end"],
  CONTACT_EMAIL: [isAddress, "an email address"],
  MAIL_FROM: [isSender, 'an email address, or a name and an address such as "Öten <hello@club.hu>"'],
  SAFETY_PHONE: [isPhone, 'a phone number such as "+36 1 555 0100"'],
  OPERATOR_EMAIL: [isAddress, "an email address"],
  ALARM_WEBHOOK: [isWebUrl, "an address that begins with https://"],
  HEARTBEAT_URL: [isWebUrl, "an address that begins with https:// or http://"],
  EMAIL_REQUESTS_PER_SECOND: [isRate, 'a number above 0, such as "2"'],
  DEPOSIT_HOLDS_SEAT: [(value) => value === "yes" || value === "no", '"yes" or "no"'],
  MAY_MEET_AGAIN: [(value) => value === "yes" || value === "no", '"yes" or "no"'],
  AUTO_WEIGHTS: [(value) => value === "yes" || value === "no", '"yes" or "no"'],
  SHOW_FIGURES: [(value) => value === "yes" || value === "no", '"yes" or "no"'],
  BREACHED_PASSWORDS_URL: [
    (value) => value === "off" || isWebUrl(value),
    '"off", or an address that begins with https://',
  ],
  DNS_URL: [(value) => value === "off" || isWebUrl(value), '"off", or an address that begins with https://'],
  HSTS_PRELOAD: [(value) => value === "yes" || value === "no", '"yes" or "no"'],
  USUAL_SIGN_UPS_PER_HOUR: [isRate, 'a number above 0, such as "60"'],
  TURNSTILE_SITE_KEY: null,
  GOOGLE_CLIENT_ID: null,
  GOOGLE_URL: null,
  DESK: [
    (value) => readDeskSettings(value) !== undefined,
    "a table with team, audience and owner, as docs/operating/desk.md shows",
  ],
};

const secretNames =
  /^(SESSION_SECRET(_PREVIOUS)?|RESEND_(API_KEY|WEBHOOK_SECRET)|STRIPE_(SECRET_KEY|WEBHOOK_SECRET)|GOOGLE_CLIENT_SECRET|HEALTH_SECRET|ALARM_WEBHOOK|TURNSTILE_SECRET)$/;

export function findVarProblem(vars: Vars, file = "club.toml"): string | undefined {
  const secret = Object.keys(vars).find((name) => secretNames.test(name));
  if (secret)
    return `${secret} is a secret: delete it from [vars] of ${file}, and set it with npm run wrangler -- secret put ${secret}.`;
  const [wrong] = findInvalidVars(vars);
  return (
    wrong && `${wrong.name} in ${file} must be ${wrong.mustBe}, not ${JSON.stringify(vars[wrong.name])}.`
  );
}

/** Lists the set settings that are wrong, and what they must be. */
export const findInvalidVars = (vars: Vars): { name: string; mustBe: string }[] =>
  Object.entries(rules).flatMap(([name, rule]) =>
    rule && vars[name] !== undefined && !rule[0](vars[name]) ? [{ name, mustBe: rule[1] }] : [],
  );

/** A mistyped name would be ignored silently. */
export function findUnknownVars(vars: Vars): string | undefined {
  const unknown = Object.keys(vars).filter((name) => !Object.hasOwn(rules, name) && !secretNames.test(name));
  if (unknown.length === 0) return undefined;
  return `Öten has no setting called ${unknown.join(", ")}: see [vars] in docs/operating/settings.md.`;
}
