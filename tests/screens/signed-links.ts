import { tokens } from "#app/db/schema/account.ts";
import { bookingLinks, hostPageUrl, unsubscribeLink } from "#app/emails/links.server.ts";
import { type LinkPurpose, newLinkId, toLinkToken } from "#app/lib/signatures.server.ts";
import { addHostLink } from "#app/models/host/host-links.server.ts";
import { passwordHash } from "#tests/support/accounts.ts";
import { emailEnv } from "#tests/support/emails.ts";
import type { Club } from "#tests/support/start-club.ts";
import type { Dinner } from "./dinners.ts";
import type { Person } from "./people.ts";

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

/** As the emails have them. */
export function linksOf(bookingId: string, date: Date) {
  const links = bookingLinks(emailEnv, { bookingId, date, timeZone: "Europe/Budapest" });
  return {
    cancel: pathOf(links.cancel),
    contest: pathOf(links.contest),
    feedback: pathOf(links.feedback),
    together: pathOf(links.together),
    unsubscribe: pathOf(unsubscribeLink(emailEnv, bookingId)),
  };
}

export async function addHostPage({ db }: Club, { eventId, venueId }: Dinner) {
  const id = await addHostLink(db, { eventId, venueId, email: null, now: new Date() });
  return { id, path: pathOf(hostPageUrl(emailEnv, id)) };
}

interface TokenOptions {
  /** The account has no password yet. */
  withoutPassword?: boolean;
}

/** Returns what the link of an email has in its address. */
export async function addToken(
  { db }: Club,
  { userId, email }: Pick<Person, "userId" | "email">,
  purpose: LinkPurpose,
  { withoutPassword = false }: TokenOptions = {},
): Promise<string> {
  const id = newLinkId();
  await db.insert(tokens).values({
    id,
    purpose,
    userId,
    email: purpose === "change-email" ? `new-${email}` : email,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
    passwordHash: purpose === "confirm" && !withoutPassword ? passwordHash : null,
  });
  return toLinkToken(emailEnv, purpose, id);
}
