import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { minuteMs } from "#app/lib/time-units.ts";
import type { BrokenReason } from "#app/models/outbox/broken-addresses.server.ts";

/** The clocks can differ by this much. Older events are refused, so that nobody can replay them. */
const toleranceMs = 5 * minuteMs;

/** Follows https://www.standardwebhooks.com, under the header names of Svix, as Resend does. */
export function isSignedByResend({ headers }: Request, body: string, secret: string, now: Date): boolean {
  const [id, timestamp, signatures] = ["svix-id", "svix-timestamp", "svix-signature"].map(
    (name) => headers.get(name) ?? "",
  ) as [string, string, string];
  if (!(Math.abs(now.getTime() - Number(timestamp) * 1000) <= toleranceMs)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const address = z.string().trim().toLowerCase().max(254);

const emailEvent = z.object({
  type: z.enum(["email.bounced", "email.complained"]),
  data: z.object({
    to: z.array(address).max(100),
    bounce: z.object({ type: z.string().optional() }).optional(),
  }),
});

/** Undefined if the event does not say that an address is broken: a full mailbox is not broken. */
export function readBrokenAddresses(body: string): { emails: string[]; reason: BrokenReason } | undefined {
  const { success, data: event } = emailEvent.safeParse(parseJson(body));
  if (!success || event.data.bounce?.type === "Transient") return undefined;
  return { emails: event.data.to, reason: event.type === "email.bounced" ? "bounced" : "complained" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
