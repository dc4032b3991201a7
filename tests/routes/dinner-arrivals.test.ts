import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { addHostLink, countEmails, type DinerAtTable, seatDinner, startIn } from "#tests/support/dinner.ts";
import { others, readState, reportByHost, reportRow, reportsOf } from "#tests/support/dinner-day.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { findButtons, parsePage, readText } from "#tests/support/html.ts";

const club = openClub({ vars: { SAFETY_PHONE: "+36 1 555 0199" } });

const openPage = async (diner: DinerAtTable) => parsePage(await diner.open());

const textsOf = async (kind: string, to: string) =>
  (await readOutbox(club)).filter((email) => email.kind === kind && email.to === to).map(({ text }) => text);

test("tells the table and the host once of a diner who presses late fifty times", async () => {
  const dinner = await seatDinner(club, 60);
  const { anna, bea, diners, eventId } = dinner;
  const other = await seatDinner(club, 60);
  const hosts = [await addHostLink(club, eventId), await addHostLink(club, eventId)];
  await addHostLink(club, eventId, new Date());
  await addHostLink(club, other.eventId);
  const before = await countEmails(club, "diner-late");
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => anna.say({ say: "late", minutes: "20" })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(302));
  expect(await countEmails(club, "diner-late")).toEqual({ ...before, ...others(diners, anna) });
  const hostNotes = await countEmails(club, "host-note");
  expect(hostNotes).toEqual(Object.fromEntries(hosts.map((email) => [email, 1])));

  expect(await readState(bea, "Anna")).toBe("20 min late");
  expect(await readState(anna, "You")).toBe("20 min late");
  const [text = ""] = await textsOf("diner-late", bea.email);
  expect(text).toContain("Anna will be about 20 minutes late.\n\nGo ahead and order, and keep the seat.\n");
  expect(text).toContain(`/dashboard/bookings/${bea.bookingId}`);
  expect(text).not.toContain(anna.email);
  expect(text).not.toContain(anna.bookingId);
  expect((await textsOf("host-note", hosts[0] ?? ""))[0]).toContain("20 minutes late");
});

test("changes the minutes, takes the note back and is late again with one more email at most", async () => {
  const { anna, bea, diners, eventId } = await seatDinner(club, 60);
  await addHostLink(club, eventId);
  await anna.say({ say: "late", minutes: "10" });
  expect(await countEmails(club, "diner-late")).toMatchObject(others(diners, anna));
  await anna.say({ say: "late", minutes: "30" });
  expect(await readState(bea, "Anna")).toBe("30 min late");
  expect(findButtons(await openPage(anna), "30 min")[0]?.getAttribute("aria-pressed")).toBe("true");
  expect(
    (
      await anna.say([
        ["say", "late"],
        ["say", "on time"],
      ])
    ).status,
  ).toBe(302);
  expect(await readState(bea, "Anna")).toBe("expected");
  expect((await anna.say({ say: "late", minutes: "20" })).status).toBe(302);
  expect(await readState(bea, "Anna")).toBe("20 min late");
  for (const kind of ["diner-late", "host-note"])
    expect(Math.max(...Object.values(await countEmails(club, kind)))).toBeLessThanOrEqual(2);
});

test("notes a diner as here once, without an email, and then not as late", async () => {
  const dinner = await seatDinner(club, 20);
  const { anna, bea } = dinner;
  expect(await readState(bea, "Anna")).toBe("expected");
  const count = () => club.binding.prepare("SELECT count(*) AS n FROM outbox").first("n");
  const before = await count();
  const responses = await Promise.all(Array.from({ length: 50 }, () => anna.say({ say: "here" })));
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(302));
  expect(await reportsOf(club, dinner)).toEqual([reportRow(anna, "diner", anna, 1)]);
  expect(await count()).toBe(before);
  expect(await readState(bea, "Anna")).toBe("here");
  const page = await openPage(anna);
  expect(readText(page)).toContain("You made it.");
  expect(findButtons(page, /I’m here|min$/)).toEqual([]);
  expect((await anna.say({ say: "late", minutes: "10" })).status).toBe(409);
  expect(await count()).toBe(before);
});

test("a diner can take back that they are here, unless the host has seen them", async () => {
  const dinner = await seatDinner(club, 20);
  const { anna, bea } = dinner;
  await anna.say({ say: "here" });
  expect(findButtons(await openPage(anna), "I’m not here yet")).toHaveLength(1);
  for (let i = 0; i < 2; i++) expect((await anna.say({ say: "not here" })).status).toBe(302);
  expect(await reportsOf(club, dinner)).toEqual([]);
  expect(await readState(bea, "Anna")).toBe("expected");
  await anna.say({ say: "here" });
  await reportByHost(club, anna, 1);
  expect(findButtons(await openPage(anna), "I’m not here yet")).toEqual([]);
});

test("nobody takes back that they were there once the time for it is over, or without a seat", async () => {
  const dinner = await seatDinner(club, -20);
  const { anna, bea, cili, eventId } = dinner;
  for (const diner of [anna, bea]) await diner.say({ say: "here" });
  await anna.say({ say: "missing", mate: cili.bookingId });
  // What is said of a seat ends with the seat.
  const said = [reportRow(anna, "diner", anna, 1), reportRow(cili, "mate", anna, 0)];
  const unordered = async () => new Set(await reportsOf(club, dinner));
  await club.binding
    .prepare("UPDATE bookings SET confirmed = 0, table_id = NULL WHERE id = ?")
    .bind(bea.bookingId)
    .run();
  expect((await bea.say({ say: "not here" })).status).toBe(409);
  await startIn(club, eventId, -121);
  expect((await anna.say({ say: "not here" })).status).toBe(409);
  expect(await unordered()).toEqual(new Set(said));
});

test("shows the host's word as here, and a late note as here once they have come", async () => {
  const { anna, bea, cili } = await seatDinner(club, 20);
  await bea.say({ say: "late", minutes: "10" });
  await reportByHost(club, bea, 1);
  await reportByHost(club, cili, 0);
  expect(await readState(anna, "Bea")).toBe("here");
  expect(await readState(anna, "Cili")).toBe("expected");
});
