import { expect, test } from "vitest";
import { previews } from "#app/emails/previews.ts";
import { renderEmail } from "#app/emails/render-email.server.ts";
import { emailRules } from "#app/lib/email-kinds.ts";
import { addHostLink } from "#app/models/host/host-links.server.ts";
import { listQueuedEmails, type QueuedEmail } from "#app/models/outbox/queued-emails.server.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { book, createEvent, seatTogether, signUpDiner, venueOf } from "#tests/support/events.ts";

const club = openClub();

test("a club that takes no deposits writes of none, to diners and to hosts", async () => {
  const eventId = await createEvent(club);
  const diner = await signUpDiner(club);
  await seatTogether(club, eventId, [await book(diner, eventId)]);
  const [received] = await listQueuedEmails(club.db, { limit: 1, to: diner.email });
  expect(received).toMatchObject({ kind: "booking-received", depositState: null });
  const link = { eventId, venueId: venueOf(eventId), email: null, now: new Date() };
  const hostLinkId = await addHostLink(club.db, link);
  const mutual = { firstName: "Lili", contact: "lili@example.com", wantsSameTable: true };

  const listPreviewsWithDeposit = (env: Env) =>
    Object.entries(previews)
      .map(([name, { kind, data, toldSheet }]) => ({
        name,
        email: { kind, data, ...(toldSheet && { toldSheet }) },
      }))
      .filter(({ email }) => emailRules[email.kind].about !== "account")
      .filter(({ email }) => !email.kind.startsWith("deposit-"))
      .filter(({ email }) => {
        const { text } = renderEmail(env, { ...received, hostLinkId, mutual, ...email } as QueuedEmail);
        return text.includes("deposit");
      })
      .map(({ name }) => name);

  expect(listPreviewsWithDeposit(emailEnv)).toEqual([]);
  expect(listPreviewsWithDeposit({ ...emailEnv, APP_ENV: "local" })).toEqual([
    "booking-received",
    "host-link",
  ]);
});
