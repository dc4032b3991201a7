import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/db/schema/account.ts";
import { bookings, pairs } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { outbox } from "#app/db/schema.ts";
import { bookingLinks } from "#app/emails/links.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { book, createEvent, type Diner, signUpDiner, testCity } from "#tests/support/events.ts";
import {
  findButtons,
  findLinks,
  parsePage,
  readHeading,
  readPageText,
  readText,
} from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";
import { answer, dineTogether } from "#tests/support/past-dinners.ts";
import { waitUntil } from "#tests/support/wait-until.ts";

const club = openClub();
const ops = connectOps(club);

interface Booked extends Diner {
  name: string;
  userId: string;
  bookingId: string;
  /** Of the email that asks. */
  link: string;
}

async function toBooked(diner: Diner, eventId: string, name: string): Promise<Booked> {
  const bookingId = await book(diner, eventId);
  const [row] = await club.db
    .select({ userId: bookings.userId, date: events.date })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .where(eq(bookings.id, bookingId));
  await club.db
    .update(profiles)
    .set({ firstName: name })
    .where(eq(profiles.id, row?.userId ?? ""));
  const { together } = bookingLinks(emailEnv, {
    bookingId,
    date: row?.date ?? new Date(),
    timeZone: testCity.timeZone,
  });
  const { pathname, search } = new URL(together);
  return { ...diner, name, bookingId, userId: row?.userId ?? "", link: pathname + search };
}

const names = ["Anna", "Bence", "Cili"] as const;

async function bookThree() {
  const eventId = await createEvent(club);
  const [anna, bence, cili] = (await Promise.all(
    names.map(async (name) => toBooked(await signUpDiner(club), eventId, name)),
  )) as [Booked, Booked, Booked];
  await club.db.delete(outbox);
  return { eventId, anna, bence, cili };
}

const ask = (...args: string[]) => ops.run("booking", "together", ...args, "--yes");

/** Who belongs together, as the matcher reads it. */
async function readTogether(eventId: string) {
  const data = await loadMatchData(club.db, eventId);
  return data ? buildMatchInput(eventId, data, emailEnv).together : undefined;
}

const say = ({ link }: Pick<Booked, "link">, said: string) =>
  club.fetch(link, { method: "POST", body: new URLSearchParams({ answer: said }) });

const listAsked = async (kind = "together-asked") =>
  (await readOutbox(club)).filter((email) => email.kind === kind);

const listHistory = async ({ email }: Diner) =>
  ((await ops.json("user", "history", email)) as { kind: string; detail: string | null }[])
    .filter(({ kind }) => kind.startsWith("together"))
    .map(({ kind, detail }) => (detail ? `${kind}: ${detail}` : kind))
    .reverse();

const readOwnPage = async (diner: Booked) =>
  readPageText(await diner.get(`/dashboard/bookings/${diner.bookingId}`));

test("nobody is seated with whoever asks: both are emailed once, and it counts when both have said yes", async () => {
  const { eventId, anna, bence } = await bookThree();
  const asked = await Promise.all([
    ask(anna.bookingId, bence.bookingId),
    ask(bence.bookingId, anna.bookingId),
  ]);
  expect(asked.map(({ code }) => code).sort()).toEqual([0, 4]);
  expect((await ask(anna.bookingId, bence.bookingId)).err).toContain("They are asked already");
  const emails = await listAsked();
  expect(emails.map(({ to }) => to).sort()).toEqual([anna.email, bence.email].sort());
  const toAnna = emails.find(({ to }) => to === anna.email);
  expect(toAnna?.subject).toBe("Sit at one table with Bence?");
  expect(toAnna?.text).toContain(anna.link);
  expect(toAnna?.text).not.toContain(bence.bookingId);
  expect(await readTogether(eventId)).toEqual([]);
  expect(await listHistory(anna)).toEqual(["together-asked"]);
  expect(await readOwnPage(anna)).toContain("Would you like to sit at one table with Bence?");

  // Looking changes nothing, signed out too.
  let before = "";
  const isStill = async () => {
    const last = before;
    before = await ops.hashRows();
    return before === last;
  };
  await waitUntil("what follows the answers before is written", isStill, { pauseMs: 500 });
  const page = await parsePage(await club.fetch(anna.link));
  expect(readHeading(page)).toBe("Sit with Bence?");
  expect(findButtons(page, "Yes, one table")).toHaveLength(1);
  expect((await say(anna, "maybe")).status).toBe(400);
  expect(await ops.hashRows()).toBe(before);

  for (let i = 0; i < 3; i++) expect((await say(anna, "yes")).status).toBe(302);
  expect(await readTogether(eventId)).toEqual([]);
  expect(await readOwnPage(anna)).toContain("You sit together if Bence says yes, too");
  expect(readHeading(await parsePage(await club.fetch(anna.link)))).toBe("Waiting for Bence");
  expect((await ops.run("booking", "list", eventId)).out).toContain(": agreed");

  // Signed in it works without the key.
  expect((await bence.post(`/bookings/${bence.bookingId}/together`, { answer: "yes" })).status).toBe(302);
  expect((await readTogether(eventId))?.map((group) => group.toSorted())).toEqual([
    [anna.bookingId, bence.bookingId].sort(),
  ]);
  for (const [diner, other] of [
    [anna, bence],
    [bence, anna],
  ] as const) {
    expect(await readOwnPage(diner)).toContain(`You come with ${other.name}`);
    expect(await readPageText(await club.fetch(diner.link))).toContain(`You come with ${other.name}`);
    expect((await listHistory(diner)).map((line) => line.split(":")[0])).toEqual([
      "together-asked",
      "together-agreed",
    ]);
  }
  const readAgreed = async () => parsePage(await club.fetch(anna.link));
  expect(readHeading(await readAgreed())).toBe("Together or apart?");
  await club.binding.exec("UPDATE venues SET price_level = 1, step_free = 1, diets = '[1,2,3,4,5,6,7,8,9]'");
  expect(readHeading(await readAgreed())).toBe("You come with Bence");
  expect(findLinks(await readAgreed(), "See your booking")[0]?.getAttribute("href")).toBe(
    `/dashboard/bookings/${anna.bookingId}`,
  );
  expect(await readPageText(await anna.get("/dashboard/settings/history"))).toContain(
    "You agreed to sit at one table with somebody",
  );
  expect(await listAsked()).toHaveLength(2);
});

test("either takes it back until booking ends, and is not asked again without a word of how both agreed", async () => {
  const { eventId, anna, bence } = await bookThree();
  await ask(anna.bookingId, bence.bookingId);
  for (const diner of [anna, bence]) await say(diner, "yes");
  for (let i = 0; i < 2; i++) expect((await say(bence, "no")).status).toBe(302);
  expect(await readTogether(eventId)).toEqual([]);
  for (const diner of [anna, bence]) {
    expect(await readOwnPage(diner)).not.toContain("one table");
    expect(readHeading(await parsePage(await club.fetch(diner.link)))).toBe("Easier with a friend?");
    expect((await listHistory(diner)).at(-1)).toBe("together-ended");
  }
  // A form that was open.
  const late = await say(anna, "yes");
  expect(late.status).toBe(409);
  expect(await readPageText(late)).toMatch(
    /The question about a table with Bence has closed\. Your own booking stays as it is\..*Easier with a friend\?/s,
  );
  expect((await ask(anna.bookingId, bence.bookingId)).err).toContain("They were asked before");
  expect(await listAsked()).toHaveLength(2);

  const how = "Both wrote to us on Tuesday.";
  expect((await ask(anna.bookingId, bence.bookingId, "--agreed", "  ")).code).toBe(2);
  expect((await ask(anna.bookingId, bence.bookingId, "--agreed", how)).code).toBe(0);
  expect(await readTogether(eventId)).toHaveLength(1);
  const told = await listAsked("together-noted");
  expect(told.map(({ to }) => to).sort()).toEqual([anna.email, bence.email].sort());
  expect(told[0]?.text).toContain("If we got that wrong, you can take it back.");
  for (const diner of [anna, bence]) expect((await listHistory(diner)).at(-1)).toBe(`together-noted: ${how}`);
  expect(await readPageText(await anna.get("/dashboard/settings/history"))).toContain(how);

  await club.db.update(events).set({ closesAt: new Date() }).where(eq(events.id, eventId));
  for (const said of ["no", "yes"]) await say(anna, said);
  expect(readHeading(await parsePage(await club.fetch(anna.link)))).toBe("There’s nothing to answer");
  expect(await readTogether(eventId)).toHaveLength(1);
  expect((await ops.run("booking", "apart", anna.bookingId, "--yes")).code).toBe(0);
  expect(await readTogether(eventId)).toEqual([]);
});

test("a booking is in one pair at most, whoever asks at the same time, until either cancels", async () => {
  const { eventId, anna, bence, cili } = await bookThree();
  const asked = await Promise.all([
    ask(anna.bookingId, bence.bookingId),
    ask(bence.bookingId, cili.bookingId),
    ask(cili.bookingId, anna.bookingId, "--agreed", "They said so."),
  ]);
  expect(asked.map(({ code }) => code).sort()).toEqual([0, 4, 4]);
  const active = () => club.db.select().from(pairs).where(sql`${pairs.endedAt} is null`);
  const ours = (await active()).filter(({ bookingId }) =>
    [anna, bence, cili].some((diner) => diner.bookingId === bookingId),
  );
  expect(ours).toHaveLength(2);
  const [one] = ours;
  const leaving = [anna, bence, cili].find(({ bookingId }) => bookingId === one?.bookingId) as Booked;
  await cancel(club.db, { id: leaving.bookingId, userId: leaving.userId, now: new Date() });
  expect((await active()).filter(({ pairId }) => pairId === one?.pairId)).toEqual([]);
  const [staying, third] = [anna, bence, cili].filter((diner) => diner !== leaving) as [Booked, Booked];
  expect((await ask(staying.bookingId, third.bookingId, "--agreed", "They said so.")).code).toBe(0);
  expect(await readTogether(eventId)).toHaveLength(1);
  // The database refuses a second pair of a booking, whatever a statement says.
  await expect(
    club.db.insert(pairs).values({ pairId: "another", bookingId: staying.bookingId }),
  ).rejects.toThrow();
});

test("a question that is refused goes away, and who asked gets no email", async () => {
  const { anna, bence } = await bookThree();
  await ask(anna.bookingId, bence.bookingId);
  await say(anna, "yes");
  const rule = "If you’d rather not, we don’t email Anna: the question just goes away.";
  expect(await readPageText(await club.fetch(bence.link))).toContain(rule);
  await say(bence, "no");
  const pages = [await readOwnPage(anna), await readOwnPage(bence)];
  for (const page of pages) expect(page).not.toContain("one table with");
  const told = (await listAsked("together-ended")).map(({ to }) => to);
  for (const { email } of [anna, bence]) expect(told).not.toContain(email);
});

test("an avoidance ends a pair as a change of mind does, and a refusal says nothing of one", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence"]);
  const pages: string[][] = [];
  for (const end of ["avoid", "no"] as const) {
    const eventId = await createEvent(club);
    const [anna, bence] = (await Promise.all(
      (["Anna", "Bence"] as const).map((name) => toBooked(diners[name], eventId, name)),
    )) as [Booked, Booked];
    if (end === "no") await ops.json("avoid", "remove", anna.email, bence.email, "--yes");
    expect((await ask(anna.bookingId, bence.bookingId)).code).toBe(0);
    for (const diner of [anna, bence]) await say(diner, "yes");
    expect(await readTogether(eventId)).toHaveLength(1);
    if (end === "avoid") await answer(club, diners.Anna, { not: ["Bence"] });
    else await say(anna, "no");
    expect(await readTogether(eventId)).toEqual([]);
    const normalize = (text: string) =>
      text
        .replaceAll(bence.bookingId, "…")
        .replaceAll(/\d/g, "0")
        .replaceAll(/seconds? ago/g, "…");
    const history = await readPageText(await bence.get("/dashboard/settings/history"));
    pages.push(
      [
        await readPageText(await club.fetch(bence.link)),
        await readOwnPage(bence),
        history.split("no longer come together")[0]?.slice(-200) ?? "",
        String((await say(bence, "yes")).status),
      ].map(normalize),
    );
    await cancel(club.db, { id: bence.bookingId, userId: bence.userId, now: new Date() });
    await cancel(club.db, { id: anna.bookingId, userId: anna.userId, now: new Date() });
  }
  expect(pages[0]?.[0]).toContain("Easier with a friend?");
  expect([pages[0]?.[0], pages[0]?.[1], pages[0]?.[3]]).toEqual([
    pages[1]?.[0],
    pages[1]?.[1],
    pages[1]?.[3],
  ]);
  expect(pages[0]?.[2]).not.toMatch(/rather|avoid/);
});

test("opens to the diner of the booking and with its link, to nobody else", async () => {
  const { anna, bence, cili } = await bookThree();
  await ask(anna.bookingId, bence.bookingId);
  const plain = `/bookings/${anna.bookingId}/together`;
  expect((await anna.get(plain)).status).toBe(200);
  for (const path of [
    plain,
    anna.link.replace(anna.bookingId, cili.bookingId),
    anna.link.replace("/together", "/cancel"),
    `${anna.link}x`,
    "/bookings/nobody/together",
  ]) {
    expect((await club.fetch(path)).status, path).toBe(404);
    expect(
      (await club.fetch(path, { method: "POST", body: new URLSearchParams({ answer: "yes" }) })).status,
    ).toBe(404);
  }
  expect((await bence.get(plain)).status).toBe(404);
  expect((await bence.post(plain, { answer: "yes" })).status).toBe(404);
  expect(await club.db.$count(pairs, sql`booking_id = ${anna.bookingId} and agreed_at is not null`)).toBe(0);
});

test("an answer that comes as the tables are made is refused aloud, and nothing else is claimed", async () => {
  const { eventId, anna, bence } = await bookThree();
  await ask(anna.bookingId, bence.bookingId);
  await club.binding.prepare("UPDATE events SET closes_at = 1 WHERE id = ?").bind(eventId).run();
  const refused = await say(anna, "yes");
  expect(refused.status).toBe(409);
  const alert = (await parsePage(refused)).querySelector("[role=alert][autofocus]");
  expect(alert && readText(alert)).toContain("This dinner takes no answers anymore, so nothing was saved.");
});
