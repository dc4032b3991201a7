import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { venues } from "#app/db/schema/venue.ts";
import { answerBy } from "#app/lib/event/event-times.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { formatLocalTime } from "#app/operations/words.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, doAtDesk, playAccess } from "#tests/support/desk.ts";
import { moveEvening, openHostLink } from "#tests/support/evenings.ts";
import { addTestVenues, venueOf } from "#tests/support/events.ts";
import { findLinks, parsePage, readPageText, readText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";
import { createSheetEvening, findSeen, readSheets, tell } from "#tests/support/sheets.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const access = playAccess();

const addVenue = (name: string, ...more: string[]) => [
  ...["venue", "add", "--name", name, "--address", "Ráday utca 31", "--tables", "3", "--price", "2"],
  ...more,
];

test("a venue has an email, a language, its own table numbers, what its sheet says, and notes", async () => {
  await addTestVenues(club, []);
  const { id } = await ops.json(
    ...addVenue("Kis Kakukk", "--email", "kakukk@venue.example", "--table-numbers", " 12, 14 ,T3,"),
  );
  expect(await ops.json("venue", "show", id)).toMatchObject({
    email: "kakukk@venue.example",
    language: "en",
    tableNumbers: ["12", "14", "T3"],
    sheetFacts: ["diets", "allergies", "steps"],
    notes: null,
  });
  const edit = (...changes: string[]) => ops.run("venue", "edit", id, ...changes);
  expect((await edit("--notes", "The bell is on the left.", "--language", "HU")).code).toBe(0);
  expect((await edit("--facts", "steps", "diets", "--table-numbers", "T3, 12")).code).toBe(0);
  const { out } = await ops.run("venue", "show", "Kis Kakukk");
  expect(out).toMatch(/Email +kakukk@venue\.example/);
  expect(out).toMatch(/Language +hu\b/);
  expect(out).toMatch(/Its table numbers +T3, 12/);
  expect(out).toMatch(/Its sheet says +diets, steps/);
  expect(out).toMatch(/Notes +The bell is on the left\./);
  const before = await ops.hashRows();
  for (const [option, typed] of [
    ["--email", "nowhere"],
    ["--email", `${"x".repeat(200)}@venue.example`],
    ["--language", "no such language"],
    ["--language", "xx-"],
    ["--table-numbers", "12, 12"],
    ["--table-numbers", `${"1".repeat(13)}, 2`],
    ["--table-numbers", Array.from({ length: 201 }, (_, i) => i).join()],
    ["--facts", "names"],
    ["--notes", "x".repeat(501)],
  ] as const) {
    const { code, err } = await edit(option, typed);
    expect([option, typed.slice(0, 20), code]).toEqual([option, typed.slice(0, 20), 2]);
    expect(err).toContain(option);
  }
  expect(await ops.hashRows()).toBe(before);
  expect((await edit("--no-email", "--no-notes", "--no-table-numbers", "--no-facts")).code).toBe(0);
  expect(await ops.json("venue", "show", id)).toMatchObject({
    email: null,
    notes: null,
    tableNumbers: [],
    sheetFacts: [],
  });
});

test("the desk's form has what a venue has, and saves another order of its tables", async () => {
  const { id } = await ops.json(...addVenue("Malomkert", "--table-numbers", "1, 2", "--facts", "diets"));
  const headers = await access.headersOf("anna");
  const path = `/desk/do/venue/edit?venue=${id}`;
  const page = await parsePage(await club.fetch(path, { headers }));
  const text = readText(page);
  for (const label of ["Email", "Language", "Table numbers", "Facts", "Notes"]) expect(text).toContain(label);
  expect(page.querySelector("[name=tableNumbers]")?.getAttribute("value")).toBe("1, 2");
  const fields = { venue: id, tableNumbers: "2, 1", "was-tableNumbers": "1, 2" };
  await doAtDesk(club, headers, "venue edit", fields);
  expect((await ops.json("venue", "show", id)).tableNumbers).toEqual(["2", "1"]);
});

describe("a season", () => {
  const toPost = async (path: string, answer: string) =>
    club.fetch(path, {
      method: "POST",
      body: new URLSearchParams({ answer, seen: await findSeen(club, path) }),
    });
  const openPage = async (path: string) =>
    readText(await parsePage(await club.fetch(path, { headers: await access.headersOf("anna") })));
  const namesOfProblems = async (now: Date) => (await findProblems(club.db, now)).map(({ name }) => name);

  test("in which a restaurant answers, shows it at the desk, to the host and in event show", async () => {
    const evening = await createSheetEvening(club, [[5]], { minutesFromNow: 170, notes: "Ring twice." });
    await tell(club);
    const [email] = await readSheets(club, evening.email);
    const { name } = await ops.json("venue", "show", venueOf(evening.eventId));
    expect((await ops.run("event", "show", evening.eventId)).out).toContain(`${name} has not answered`);
    expect(await openPage(`/desk?event=${evening.eventId}`)).toContain(`${name} has not answered`);
    expect(await namesOfProblems(new Date())).toContain("restaurants have not answered");

    expect((await toPost(email?.path ?? "", "yes")).status).toBe(302);
    const tonight = await openPage(`/desk?event=${evening.eventId}`);
    expect(tonight).not.toContain("has not answered");
    expect(tonight).toMatch(/0 of 5 here · has us \(\p{L}+day, /u);
    expect(tonight).toContain("Ring twice.");
    expect(await openPage(`/desk/evenings/${evening.eventId}`)).toContain("It has us (");
    expect((await ops.run("event", "show", evening.eventId)).out).toContain(`${name} has us (`);
    const host = await readPageText(await (await openHostLink(club, evening.eventId)).get());
    expect(host).toContain("The restaurant has answered: “We have you.”");
    expect(host).toContain("Ring twice.");
    expect(await namesOfProblems(new Date())).not.toContain("restaurants have not answered");
  });

  test("in which one does not answer is an alarm from noon of the day until an operator notes what it said", async () => {
    const evening = await createSheetEvening(club, [[5]], { minutesFromNow: 40 * 60 });
    await tell(club);
    const date = new Date(Date.now() + 40 * 60 * minuteMs);
    const noon = answerBy(date, "Europe/Budapest").getTime();
    expect(await namesOfProblems(new Date(noon - 1_000))).not.toContain("restaurants have not answered");
    expect(await namesOfProblems(new Date(noon + 1_000))).toContain("restaurants have not answered");
    const say = (...typed: string[]) =>
      ops.run("venue", "answer", evening.eventId, venueOf(evening.eventId), ...typed);
    expect((await say("yes", "--dry-run")).out).toContain("has us");
    expect((await say("maybe")).code).toBe(2);
    expect((await say("yes")).code).toBe(0);
    expect((await ops.run("event", "show", evening.eventId)).out).toMatch(
      /has us \(by phone to .+, \p{L}+day/u,
    );
    const [email] = await readSheets(club, evening.email);
    expect(await readPageText(await club.fetch(email?.path ?? ""))).toContain("You told us by phone");
    expect(await namesOfProblems(new Date(noon + 1_000))).not.toContain("restaurants have not answered");
    await moveEvening(club, evening.eventId, -1);
    expect((await say("no")).code).toBe(4);
  });

  test("in which one can't is an alarm at once, with the drop-out, until nobody sits there", async () => {
    const evening = await createSheetEvening(club, [[5]], { minutesFromNow: 170 });
    await club.db
      .update(venues)
      .set({ email: null, phone: "+36 1 555 0142" })
      .where(eq(venues.id, venueOf(evening.eventId)));
    expect(await namesOfProblems(new Date())).not.toContain("restaurants can’t take us");
    const headers = await access.headersOf("dani");
    const fields = {
      event: evening.eventId,
      venue: venueOf(evening.eventId),
      answer: "no",
      because: "A burst pipe",
    };
    const done = await doAtDesk(club, headers, "venue answer", fields);
    expect(readText(done.page)).toContain("Noted");
    expect(await namesOfProblems(new Date())).toContain("restaurants can’t take us");
    const page = await parsePage(
      await club.fetch(`/desk?event=${evening.eventId}`, { headers: await access.headersOf("anna") }),
    );
    expect(readText(page)).toMatch(/can’t take us \(by phone to \S+, .*\): A burst pipe/);
    expect(findLinks(page, "Seat everybody elsewhere")[0]?.getAttribute("href")).toContain("event/venues");
    await club.db.run(
      sql`update bookings set canceled = 1, canceled_at = 1 where event_id = ${evening.eventId}`,
    );
    expect(await namesOfProblems(new Date())).not.toContain("restaurants can’t take us");
  });

  test("in which the link is taken back ends it, and the restaurant gets another one", async () => {
    const evening = await createSheetEvening(club, [[5]]);
    await tell(club);
    const [first] = await readSheets(club, evening.email);
    const link = (...more: string[]) =>
      ops.json("venue", "link", evening.eventId, venueOf(evening.eventId), ...more);
    expect((await link()).url).toContain(first?.path);
    const { url } = await link("--new");
    expect((await club.fetch(first?.path ?? "")).status).toBe(404);
    await tell(club, 16);
    const [second, ...rest] = await readSheets(club, evening.email);
    expect(rest).toHaveLength(1);
    expect(url).toContain(second?.path);
    expect(second?.subject).not.toContain("Changed");
    expect((await club.fetch(second?.path ?? "")).status).toBe(200);
  });
});

test("a restaurant that said it has us is asked again once the dinner is moved", async () => {
  const evening = await createSheetEvening(club, [[5]], { minutesFromNow: 5 * 24 * 60 });
  await tell(club);
  const path = (await readSheets(club, evening.email))[0]?.path ?? "";
  const seen = await findSeen(club, path);
  await club.fetch(path, { method: "POST", body: new URLSearchParams({ answer: "yes", seen }) });
  const state = async () => (await ops.run("event", "show", evening.eventId)).out;
  expect(await state()).toContain("has us");
  const { date } = await ops.json("event", "show", evening.eventId);
  const hourLater = new Date(new Date(date).getTime() + 60 * minuteMs);
  await ops.json(
    "event",
    "edit",
    evening.eventId,
    "--at",
    formatLocalTime(hourLater, "Europe/Budapest"),
    "--yes",
  );
  expect(await state()).not.toContain("has us");
  await tell(club, 20);
  expect(await readSheets(club, evening.email)).toHaveLength(2);
  expect(await readPageText(await club.fetch(path))).not.toContain("You told us");
});
