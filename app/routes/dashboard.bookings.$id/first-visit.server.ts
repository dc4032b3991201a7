import type { AppLoadContext } from "@remix-run/cloudflare";

const maxTables = 8;

/** The table is revealed once: the cookie remembers the last few bookings whose table was shown. */
export function noteFirstVisit({ cookies }: AppLoadContext, bookingId: string): boolean {
  const mark = bookingId.replaceAll(/\W/g, "").slice(0, 8);
  const seen = (cookies.get("seen") ?? "").split(".").filter((other) => /^\w{1,8}$/.test(other));
  if (seen.includes(mark)) return false;
  cookies.set("seen", [mark, ...seen].slice(0, maxTables).join("."));
  return true;
}
