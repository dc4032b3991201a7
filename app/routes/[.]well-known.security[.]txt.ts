import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { dayMs } from "#app/lib/time-units.ts";

const yearMs = 365 * dayMs;

const midnightAfter = (date: Date, ms: number) => new Date(date.getTime() + ms).toISOString().slice(0, 10);

/** RFC 9116: says where to report a weakness. */
export function loader({ context: { env, now } }: LoaderFunctionArgs) {
  const lines = [
    `Contact: mailto:${env.CONTACT_EMAIL}`,
    `Expires: ${midnightAfter(now, yearMs)}T00:00:00.000Z`,
    "Preferred-Languages: en",
    `Canonical: ${env.SITE_URL}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
