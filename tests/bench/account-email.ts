import type { DeliveredEmail } from "#tests/support/fake-resend.ts";
import { waitUntil } from "#tests/support/wait-until.ts";
import type { EventClub } from "./event-club.ts";

export const isAccountEmail = ({ text }: DeliveredEmail) => text.includes("/reset-password");

/** Asks for a link for a diner once so many emails are delivered, and returns how long it takes to come. */
export async function measureAccountEmail(
  { origin, binding }: Pick<EventClub, "origin" | "binding">,
  delivered: DeliveredEmail[],
  afterEmails: number,
): Promise<number> {
  await waitUntil(`${afterEmails} emails are delivered`, () => delivered.length >= afterEmails);
  const email = (await binding.prepare("SELECT email FROM users LIMIT 1").first<string>("email")) ?? "";
  const askedAt = Date.now();
  const response = await fetch(new URL("/forgot-password", origin), {
    method: "POST",
    body: new URLSearchParams({ email }),
    headers: { Connection: "close", Origin: origin, "Sec-Fetch-Site": "same-origin" },
  });
  if (!response.ok) throw new Error(`/forgot-password answered ${response.status}`);
  await waitUntil("the email with the link is delivered", () => delivered.some(isAccountEmail));
  return (delivered.find(isAccountEmail)?.atMs ?? Number.NaN) - askedAt;
}
