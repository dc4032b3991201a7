import type { AppLoadContext } from "@remix-run/cloudflare";
import { emailPauseMs } from "#app/models/outbox/email-limit.server.ts";

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
  context: AppLoadContext,
  address: string,
  purpose: Emailed["purpose"] = "confirm",
): number {
  const emailed = readEmailed(context);
  const earlier = emailed.find((one) => isFor(one, purpose, address));
  const others = emailed.filter((one) => one !== earlier);
  const newest = { purpose, address, at: context.now.getTime(), count: (earlier?.count ?? 0) + 1 };
  context.cookies.set("emailed", JSON.stringify([newest, ...others].slice(0, maxKept)));
  return pauseSecondsAfter(newest);
}

export function forgetEmailed({ cookies }: AppLoadContext): void {
  if (cookies.get("emailed")) cookies.delete("emailed");
}

/** The address for which this browser last asked for a confirmation. */
export const findEmailedAddress = (context: AppLoadContext): string | null =>
  readEmailed(context).find(({ purpose }) => purpose === "confirm")?.address ?? null;

/** How long this browser has to wait before the email can be sent to the address again. */
export function resendPauseSeconds(
  context: AppLoadContext,
  address: string,
  purpose: Emailed["purpose"] = "confirm",
): number {
  const emailed = readEmailed(context).find((one) => isFor(one, purpose, address));
  if (!emailed) return 0;
  const pause = pauseSecondsAfter(emailed);
  const seconds = Math.ceil((emailed.at - context.now.getTime()) / 1000) + pause;
  return Math.min(pause, Math.max(0, seconds));
}

const isFor = (emailed: Emailed, purpose: Emailed["purpose"], address: string) =>
  emailed.purpose === purpose && emailed.address === address;

/** The newest first. */
const readEmailed = ({ cookies }: AppLoadContext): Emailed[] => JSON.parse(cookies.get("emailed") ?? "[]");
