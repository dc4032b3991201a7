import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { eventVenues } from "#app/db/schema/event.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { outbox } from "#app/db/schema.ts";
import { findEventsToMailHosts, mailHostLinks } from "#app/models/host/host-links.server.ts";
import { openClub } from "#tests/support/club.ts";
import { CrashError, crashAtCall } from "#tests/support/crashing-database.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { createEvening, moveEvening, openHostLink, revoke } from "#tests/support/evenings.ts";
import { signUpDiner, venueOf } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

describe("ops host-link", () => {
  test("makes a link for each venue, the same when asked again, and ends one", async () => {
    const { eventId } = await createEvening(club, [[2], [2]]);
    const links = await ops.json("host-link", eventId);
    expect(links.map(({ venueId }: { venueId: string }) => venueId).sort()).toEqual([
      venueOf(eventId),
      venueOf(eventId, 1),
    ]);
    expect(await ops.json("host-link", eventId)).toEqual(links);
    const [own, other] = links;
    const { pathname, search } = new URL(own.url);
    expect((await club.fetch(pathname + search)).status).toBe(200);
    const mailed = await ops.json("host-link", eventId, "--venue", own.venueId, "--email", "a@b.example");
    expect(mailed).toHaveLength(1);
    expect(mailed[0].id).not.toBe(own.id);
    expect((await ops.run("host-link", eventId, "--email", "nowhere")).code).toBe(2);
    expect((await ops.run("host-link", eventId, "--venue", "nowhere")).code).toBe(3);

    expect((await ops.json("host-link", "list", eventId)).length).toBe(3);
    expect((await ops.run("host-link", "revoke", own.id)).out).toContain("Ended host link");
    expect((await ops.run("host-link", "revoke", own.id)).code).toBe(4);
    expect((await club.fetch(pathname + search)).status).toBe(404);
    const otherUrl = new URL(other.url);
    expect((await club.fetch(otherUrl.pathname + otherUrl.search)).status).toBe(200);
  });

  test("refuses a dinner that is over", async () => {
    const { eventId } = await createEvening(club, [[2]], { minutesFromNow: -37 * 60 });
    expect((await ops.run("host-link", eventId)).err).toMatch(/ is over\.\n$/);
  });
});

test("demo --tonight makes an evening to look at, with a seat for a diner of yours", async () => {
  await createEvening(club, [[2]]);
  const diner = await signUpDiner(club);
  const { out } = await ops.run("demo", "--tonight", "--diner", diner.email);
  const [, diners] = /with (\d+) diners: npm run ops -- table show \w+ 1 --persist-to \S+\n/.exec(out) ?? [];
  expect(Number(diners)).toBeGreaterThanOrEqual(10);
  expect(out).toMatch(/npm run ops -- attendance .* --persist-to \S+\n/);
  const pathAfter = (words: string) => {
    const [, address = ""] = new RegExp(`${words}: (\\S+)`).exec(out) ?? [];
    return address.replace(/^https?:\/\/[^/]+/, "");
  };
  const hostPage = await club.fetch(pathAfter("The host’s page"));
  expect(await readPageText(hostPage)).toContain(`0 of ${diners} here`);
  expect((await diner.get(pathAfter(`The page of ${diner.email}`))).status).toBe(200);
  expect((await ops.run("demo", "--tonight", "--diners", "3")).code).toBe(2);
  expect((await ops.run("demo", "--tonight", "--diner", "nobody@oten.example")).code).toBe(3);
  expect((await ops.run("demo", "--diners", "3", "--diner", diner.email)).code).toBe(2);
});

describe("the email to a host", () => {
  const countMails = (linkId: string) => club.db.$count(outbox, eq(outbox.data, { hostLinkId: linkId }));

  test("is queued once, when the link begins to work, to the minute", async () => {
    const { eventId } = await createEvening(club, [[2]]);
    const { linkId } = await openHostLink(club, eventId, { email: "host@venue.example" });
    const without = await openHostLink(club, eventId);
    for (const [minutes, count] of [
      [6 * 60 + 1, 0],
      [6 * 60 - 1, 1],
      [5 * 60, 1],
    ] as const) {
      await moveEvening(club, eventId, minutes);
      for (let i = 0; i < 2; i++) await runJob("sendHostLinks", createJobContext(club), new Date());
      expect(await countMails(linkId), `${minutes} minutes before`).toBe(count);
    }
    expect(await countMails(without.linkId)).toBe(0);
    const [email] = (await readOutbox(club)).filter(({ kind }) => kind === "host-link");
    expect(email).toMatchObject({ to: "host@venue.example" });
    const link = /http\S+\/host\/\S+/.exec(email?.text ?? "")?.[0] ?? "";
    expect(link.startsWith(emailEnv.SITE_URL)).toBe(true);
    expect((await club.fetch(link.replace(emailEnv.SITE_URL, ""))).status).toBe(200);
  });

  test("is queued once by fifty workers, wherever one dies", async () => {
    const { eventId } = await createEvening(club, [[2]]);
    const { linkId } = await openHostLink(club, eventId, { email: "host@venue.example" });
    for (const isCallDone of [false, true]) {
      const dying = openDatabase(crashAtCall(club.binding, { callNumber: 1, isCallDone }));
      await expect(mailHostLinks(dying, eventId, new Date())).rejects.toThrow(CrashError);
      expect(await countMails(linkId)).toBe(Number(isCallDone));
    }
    await Promise.all(Array.from({ length: 50 }, () => mailHostLinks(club.db, eventId, new Date())));
    expect(await countMails(linkId)).toBe(1);
  });

  test("is not sent once the venue has left the event", async () => {
    const { eventId } = await createEvening(club, [[2], [2]]);
    const { linkId } = await openHostLink(club, eventId, { email: "host@venue.example" });
    await club.db
      .delete(eventVenues)
      .where(and(eq(eventVenues.eventId, eventId), eq(eventVenues.venueId, venueOf(eventId))));
    expect(await findEventsToMailHosts(club.db, new Date())).not.toContain(eventId);
    await mailHostLinks(club.db, eventId, new Date());
    expect(await countMails(linkId)).toBe(0);
  });

  test("is not sent once the link is revoked", async () => {
    const { eventId } = await createEvening(club, [[2]]);
    const { linkId } = await openHostLink(club, eventId, { email: "host@venue.example" });
    const now = new Date();
    await mailHostLinks(club.db, eventId, now);
    await revoke(club, linkId);
    await runJob(
      "sendEmails",
      { ...createJobContext(club), env: { ...emailEnv, APP_ENV: "local" } as Env },
      now,
    );
    const [email] = await club.db
      .select()
      .from(outbox)
      .where(eq(outbox.data, { hostLinkId: linkId }));
    expect(email).toMatchObject({ sentAt: null, lastError: "no longer true" });
    expect(await club.db.$count(hostLinks, eq(hostLinks.id, linkId))).toBe(1);
  });
});
