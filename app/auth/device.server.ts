import { createHash, randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { maxEmailsPerHour, nextEmailAt } from "#app/models/outbox/queue-emails.server.ts";
import type { Visit } from "#app/models/security/security-notes.server.ts";

/** 256 random bits; the database stores only the hash. */
export const newToken = () => randomBytes(32).toString("base64url");

export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

export const unknownBrowser = "Unknown browser";

/** "Firefox on Android": enough for an owner to recognize a sign-in; the rest of the header is not stored. */
export function nameBrowser(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : unknownBrowser);
}

/** Where a change came from, for the history of the account. */
export const readVisit = (
  request: Request,
  { now, place }: Pick<AppLoadContext, "now" | "place">,
): Visit => ({
  now,
  from: [nameBrowser(request.headers.get("User-Agent")), place].filter(Boolean).join(", "),
});

/** Our tokens have 43 characters; the browser would send a longer one back with each sign-in. */
const maxTokenLength = 64;

/** Empty if the browser has never signed up or signed in. */
export function readDeviceToken({ cookies }: AppLoadContext): string {
  const token = cookies.get("device") ?? "";
  return token.length <= maxTokenLength ? token : "";
}

export function readDeviceHash(context: AppLoadContext): string {
  const token = readDeviceToken(context);
  return token && hashToken(token);
}

const chooseToken = (context: AppLoadContext, firstToken: string) => readDeviceToken(context) || firstToken;

/** The hash of the token that `rememberDevice` gives this browser. */
export const futureDeviceHash = (context: AppLoadContext, firstToken: string): string =>
  hashToken(chooseToken(context, firstToken));

/** Marks this browser, so that it is recognized when it comes back; a browser without a mark gets `firstToken`. */
export function rememberDevice(context: AppLoadContext, firstToken = newToken()): string {
  const token = chooseToken(context, firstToken);
  context.cookies.set("device", token);
  return hashToken(token);
}

/** A cookie has no room for more of the longest addresses. */
const maxAddresses = 3;

interface Emailed {
  purpose: "confirm" | "reset";
  address: string;
  /** The times of recent requests, newest first. */
  times: number[];
}

/** Never longer than right after a request, because another machine's clock may be behind. */
function pauseSeconds({ times: [newest = 0, ...earlier] }: Emailed, now: number): number {
  const at = Math.max(now, newest);
  return Math.max(0, Math.ceil((nextEmailAt([newest, ...earlier]) - at) / 1000));
}

/** Returns the seconds to wait. The browser stores it, because the database would tell whether an address has an account. */
export function rememberEmailed(
  context: AppLoadContext,
  address: string,
  purpose: Emailed["purpose"] = "confirm",
): number {
  const emailed = readEmailed(context);
  const earlier = emailed.find((one) => isFor(one, purpose, address));
  const others = emailed.filter((one) => one !== earlier);
  const now = context.now.getTime();
  const newest = { purpose, address, times: [now, ...(earlier?.times ?? [])].slice(0, maxEmailsPerHour) };
  context.cookies.set("emailed", JSON.stringify([newest, ...others].slice(0, maxAddresses)));
  return pauseSeconds(newest, now);
}

export function forgetEmailed({ cookies }: AppLoadContext): void {
  if (cookies.get("emailed")) cookies.delete("emailed");
}

export const findEmailedAddress = (context: AppLoadContext): string | null =>
  readEmailed(context).find(({ purpose }) => purpose === "confirm")?.address ?? null;

export function resendPauseSeconds(
  context: AppLoadContext,
  address: string,
  purpose: Emailed["purpose"] = "confirm",
): number {
  const emailed = readEmailed(context).find((one) => isFor(one, purpose, address));
  return emailed ? pauseSeconds(emailed, context.now.getTime()) : 0;
}

const isFor = (emailed: Emailed, purpose: Emailed["purpose"], address: string) =>
  emailed.purpose === purpose && emailed.address === address;

/** Newest first. */
const readEmailed = ({ cookies }: AppLoadContext): Emailed[] => JSON.parse(cookies.get("emailed") ?? "[]");
