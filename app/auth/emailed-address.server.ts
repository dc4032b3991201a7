import type { AppLoadContext } from "@remix-run/cloudflare";
import { maxEmailsPerHour, nextEmailAt } from "#app/models/outbox/queue-emails.server.ts";

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

/**
 * Stored in the browser, because an answer from the database would tell whether an address has an account. Returns how many
 * seconds to wait before the next one.
 */
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
  return emailed ? pauseSeconds(emailed, context.now.getTime()) : 0;
}

const isFor = (emailed: Emailed, purpose: Emailed["purpose"], address: string) =>
  emailed.purpose === purpose && emailed.address === address;

/** Newest first. */
const readEmailed = ({ cookies }: AppLoadContext): Emailed[] => JSON.parse(cookies.get("emailed") ?? "[]");
