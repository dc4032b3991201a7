import type { AppLoadContext } from "@remix-run/cloudflare";
import { deleteCookie, readCookie, setCookie } from "#app/http/cookies.ts";
import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";
import { emailPauseMs } from "#app/models/outbox/email-limit.server.ts";

const cookie = "emailed";
const keptSeconds = 3600;
/** More of the longest addresses don't fit into a cookie. */
const maxKept = 3;

interface Emailed {
  purpose: "confirm" | "reset";
  address: string;
  at: number;
  /** How often it was asked for, as far as this browser remembers. */
  count: number;
}

const pauseSecondsAfter = ({ count }: Emailed) => emailPauseMs(count) / 1000;

/**
 * Kept in the browser, because an answer from the database would tell whether an address has an account. Returns how long
 * to wait before the next one.
 */
export function rememberEmailed(
  request: Request,
  context: AppLoadContext,
  address: string,
  purpose: Emailed["purpose"] = "confirm",
): number {
  const emailed = readEmailed(request, context);
  const earlier = emailed.find((one) => isFor(one, purpose, address));
  const others = emailed.filter((one) => one !== earlier);
  const newest = { purpose, address, at: context.now.getTime(), count: (earlier?.count ?? 0) + 1 };
  const encoded = Buffer.from(JSON.stringify([newest, ...others].slice(0, maxKept))).toString("base64url");
  setCookie(request, context, {
    name: cookie,
    value: [encoded, sign(context.env, "emailed address", encoded)].join("."),
    maxAgeSeconds: keptSeconds,
  });
  return pauseSecondsAfter(newest);
}

export function forgetEmailed(request: Request, context: AppLoadContext): void {
  if (readCookie(request, cookie)) deleteCookie(request, context, cookie);
}

/** The address for which this browser last asked for a confirmation. */
export const findEmailedAddress = (request: Request, context: AppLoadContext): string | null =>
  readEmailed(request, context).find(({ purpose }) => purpose === "confirm")?.address ?? null;

/** How long this browser has to wait before the email can be sent to the address again. */
export function resendPauseSeconds(
  request: Request,
  context: AppLoadContext,
  address: string,
  purpose: Emailed["purpose"] = "confirm",
): number {
  const emailed = readEmailed(request, context).find((one) => isFor(one, purpose, address));
  if (!emailed) return 0;
  const pause = pauseSecondsAfter(emailed);
  const seconds = Math.ceil((emailed.at - context.now.getTime()) / 1000) + pause;
  return Math.min(pause, Math.max(0, seconds));
}

const isFor = (emailed: Emailed, purpose: Emailed["purpose"], address: string) =>
  emailed.purpose === purpose && emailed.address === address;

/** The newest first. */
function readEmailed(request: Request, { env }: AppLoadContext): Emailed[] {
  const [encoded = "", signature = ""] = readCookie(request, cookie)?.split(".") ?? [];
  if (!isSignatureValid(env, signature, "emailed address", encoded)) return [];
  return JSON.parse(Buffer.from(encoded, "base64url").toString());
}
