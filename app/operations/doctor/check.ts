import { minuteMs } from "#app/lib/time-units.ts";
import { plural } from "#app/operations/words.ts";

type State = "ok" | "look" | "broken" | "not asked";

/** What was found, and what to do where it is not well. */
export interface Check {
  what: string;
  state: State;
  found: string;
  todo?: string;
}

export const ok = (what: string, found: string): Check => ({ what, state: "ok", found });
export const look = (what: string, found: string, todo: string): Check => ({
  what,
  state: "look",
  found,
  todo,
});
export const broken = (what: string, found: string, todo: string): Check => ({
  what,
  state: "broken",
  found,
  todo,
});
export const notAsked = (what: string, found: string): Check => ({ what, state: "not asked", found });

export const agoOf = (at: Date, now: Date) =>
  `${plural(Math.max(0, Math.round((now.getTime() - at.getTime()) / minuteMs)), "minute")} ago`;

const timeoutMs = 5_000;

/** Returns undefined where nobody answers. */
export async function askJson(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch {
    return undefined;
  }
}
