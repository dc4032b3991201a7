import type { AppLoadContext } from "@remix-run/cloudflare";
import { dayMs, hourMs } from "#app/lib/time-units.ts";

interface DinnerToday {
  isDinnerDay: boolean;
  place: { phone: string | null } | null;
}

/** Stores the restaurant's number in the browser on the day of a dinner, in case the database does not answer. */
export function rememberTonight(
  { cookies, now }: Pick<AppLoadContext, "cookies" | "now">,
  date: Date | undefined,
  dinner: DinnerToday | undefined,
): void {
  const phone = dinner?.isDinnerDay && dinner.place?.phone;
  const leftMs = date ? Math.min(dayMs, date.getTime() + 4 * hourMs - now.getTime()) : 0;
  if (phone && leftMs > 0) cookies.set("tonight", phone, Math.floor(leftMs / 1000));
  else if (cookies.get("tonight")) cookies.delete("tonight");
}

export interface Help {
  /** "the restaurant" */
  whom: string;
  phone: string;
}

/** Finds whom a diner can call if their page can't be shown. */
export function findHelp({ cookies, env }: Pick<AppLoadContext, "cookies" | "env">): Help | undefined {
  if (!cookies.get("session")) return undefined;
  const phone = cookies.get("tonight");
  if (phone) return { whom: "the restaurant", phone };
  return env.SAFETY_PHONE ? { whom: "us", phone: env.SAFETY_PHONE } : undefined;
}
