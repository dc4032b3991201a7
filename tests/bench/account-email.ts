import { setTimeout as wait } from "node:timers/promises";
import type { DeliveredEmail } from "#tests/support/fake-resend.ts";
import type { EventClub } from "./event-club.ts";

const pollEveryMs = 50;

export const isAccountEmail = ({ text }: DeliveredEmail) => text.includes("/reset-password");

/** Asks for a link for a diner once so many emails are delivered, and returns how long it takes to come. */
export async function measureAccountEmail(
  { origin, binding }: Pick<EventClub, "origin" | "binding">,
  delivered: DeliveredEmail[],
  afterEmails: number,
): Promise<number> {
  while (delivered.length < afterEmails) await wait(pollEveryMs);
  const email = (await binding.prepare("SELECT email FROM users LIMIT 1").first<string>("email")) ?? "";
  const askedAt = Date.now();
  const response = await fetch(new URL("/forgot-password", origin), {
    method: "POST",
    body: new URLSearchParams({ email }),
    headers: { Connection: "close", Origin: origin, "Sec-Fetch-Site": "same-origin" },
  });
  if (!response.ok) throw new Error(`/forgot-password answered ${response.status}`);
  for (;;) {
    const found = delivered.find(isAccountEmail);
    if (found) return found.atMs - askedAt;
    await wait(pollEveryMs);
  }
}
