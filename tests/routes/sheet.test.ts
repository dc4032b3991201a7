import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { sheets } from "#app/db/schema/sheet.ts";
import { openClub } from "#tests/support/club.ts";
import { type Guest, moveEvening } from "#tests/support/evenings.ts";
import {
  findButtons,
  parsePage,
  readAlerts,
  readHeading,
  readPageText,
  readText,
} from "#tests/support/html.ts";
import { answer, createSheetEvening, findSeen, readSheets, tell } from "#tests/support/sheets.ts";

const club = openClub();

async function openSheet(options: Parameters<typeof createSheetEvening>[2] = {}) {
  const evening = await createSheetEvening(club, [[5, 4], [5]], options);
  await tell(club);
  const [email] = await readSheets(club, evening.email);
  const path = email?.path ?? "";
  const seen = await findSeen(club, path);
  const post = (fields: Record<string, string>) =>
    club.fetch(path, { method: "POST", body: new URLSearchParams({ seen, ...fields }) });
  const findAnswer = async () => {
    const [row] = await club.db
      .select()
      .from(sheets)
      .where(eq(sheets.linkId, path.split(/[/?]/)[2] ?? ""));
    return row;
  };
  return { ...evening, path, post, findAnswer, get: () => club.fetch(path) };
}

describe("the page of a sheet", () => {
  test("shows how things are now, with what is new since the last email in words, and names nobody", async () => {
    const sheet = await openSheet();
    const [anna] = sheet.guests as [Guest];
    const first = await readPageText(await sheet.get());
    expect(first).toContain("9 people at two tables.");
    expect(first).not.toContain("Changed");
    await answer(club, anna, 11, [2]);
    await club.db
      .update(bookings)
      .set({ canceled: true, canceledAt: new Date() })
      .where(eq(bookings.id, sheet.guests[5]?.bookingId ?? ""));
    const page = await parsePage(await sheet.get());
    expect(readHeading(page)).toMatch(/^\p{L}+day, \p{L}+ \d+, \d+:\d\d [AP]M$/u);
    const text = readText(page);
    expect(text).toContain("8 people at two tables.");
    expect(text).toMatch(/As of \p{L}+day, \d+:\d\d [AP]M\. Two lines are new since \p{L}+day/u);
    expect(text).toContain("Changed: other food or needs\n5 people");
    expect(text).toContain("Changed: one fewer\n3 people 4 people");
    expect(text).toContain("1 person: vegan");
    for (const { name } of sheet.guests) expect(text).not.toContain(name);
  });

  test("that is forged, of another restaurant, or taken back leads nowhere, for pages and forms", async () => {
    const [here, there] = [await openSheet(), await openSheet()];
    const idOf = (path: string) => path.split(/[/?]/)[2] ?? "";
    const mixed = here.path.replace(idOf(here.path), idOf(there.path));
    for (const path of [`/sheet/${idOf(here.path)}`, `${here.path}x`, mixed, "/sheet/nobody?key=x"]) {
      expect((await club.fetch(path)).status, path).toBe(404);
      expect((await club.fetch(path, { method: "POST", body: "answer=yes" })).status, path).toBe(404);
    }
    await club.db
      .update(sheets)
      .set({ linkId: "another" })
      .where(eq(sheets.linkId, idOf(here.path)));
    const old = await here.get();
    expect(old.status).toBe(404);
    expect(await readPageText(old)).toContain("This link doesn’t work anymore");
    expect((await here.post({ answer: "yes" })).status).toBe(409);
  });

  test("takes an answer with one tap, once however often, which can be changed, and none from reading it", async () => {
    const sheet = await openSheet();
    for (let i = 0; i < 3; i++) await sheet.get();
    expect((await club.fetch(sheet.path, { method: "HEAD" })).status).toBe(200);
    expect((await sheet.findAnswer())?.answer).toBeNull();
    const page = await parsePage(await sheet.get());
    expect(findButtons(page, /We/).map(readText)).toEqual(["We have you", "We can’t"]);
    const replies = await Promise.all(Array.from({ length: 5 }, () => sheet.post({ answer: "yes" })));
    expect(replies.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    const answered = await sheet.findAnswer();
    expect(answered).toMatchObject({ answer: "yes", answeredBy: null });
    expect(await sheet.post({ answer: "yes" })).toMatchObject({ status: 302 });
    expect((await sheet.findAnswer())?.answeredAt).toEqual(answered?.answeredAt);
    const said = await parsePage(await sheet.get());
    expect(readText(said)).toMatch(/We have you\. You told us, \p{L}+day/u);
    expect(findButtons(said, /We/).map(readText)).toEqual(["We can’t"]);

    expect((await sheet.post({ answer: "no" })).status).toBe(302);
    expect((await sheet.post({ answer: "no", note: " The kitchen\nis under water. " })).status).toBe(302);
    expect(await sheet.findAnswer()).toMatchObject({
      answer: "no",
      answerNote: "The kitchen is under water.",
    });
    await sheet.post({ answer: "no" });
    expect((await sheet.findAnswer())?.answerNote).toBe("The kitchen is under water.");
    await sheet.post({ answer: "yes" });
    expect(await sheet.findAnswer()).toMatchObject({ answer: "yes", answerNote: null });
  });

  test("takes no answer to what was read before another time or number of people, and shows how it is now", async () => {
    const sheet = await openSheet();
    await club.db
      .update(bookings)
      .set({ canceled: true, canceledAt: new Date() })
      .where(eq(bookings.id, sheet.guests[0]?.bookingId ?? ""));
    const refused = await sheet.post({ answer: "yes" });
    expect(refused.status).toBe(409);
    const page = await parsePage(refused);
    expect(readAlerts(page)).toEqual([expect.stringContaining("something has changed")]);
    expect(readText(page)).toContain("8 people at two tables.");
    expect((await sheet.findAnswer())?.answer).toBeNull();
    const seen = page.querySelector("[name=seen]")?.getAttribute("value") ?? "";
    await moveEvening(club, sheet.eventId, 39 * 60);
    expect((await sheet.post({ answer: "yes", seen })).status).toBe(409);
    expect((await sheet.post({ answer: "yes", seen: await findSeen(club, sheet.path) })).status).toBe(302);
  });

  test("refuses what is no answer, and a long reason with what was typed", async () => {
    const sheet = await openSheet();
    for (const fields of [{}, { answer: "maybe" }, { answer: "" }])
      expect((await sheet.post(fields as Record<string, string>)).status).toBe(400);
    await sheet.post({ answer: "no" });
    const long = await sheet.post({ answer: "no", note: "x".repeat(301) });
    expect(long.status).toBe(400);
    const page = await parsePage(long);
    expect(readAlerts(page)).toEqual(["Use at most 300 characters."]);
    expect(page.querySelector("[name=note]")?.textContent.trim()).toHaveLength(301);
    await sheet.post({ answer: "no", note: "<script>alert(1)</script>" });
    expect(await (await sheet.get()).text()).not.toContain("<script>alert(1)");
  });

  test("takes no answer where nobody comes or dinner has begun, and ends 36 hours later", async () => {
    const canceled = await openSheet();
    await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, canceled.eventId));
    expect(await readPageText(await canceled.get())).toContain("Nobody comes");
    expect((await canceled.post({ answer: "yes" })).status).toBe(409);
    const sheet = await openSheet();
    await moveEvening(club, sheet.eventId, -1);
    expect(findButtons(await parsePage(await sheet.get()), /We/)).toEqual([]);
    expect((await sheet.post({ answer: "no" })).status).toBe(409);
    await moveEvening(club, sheet.eventId, -36 * 60 - 1);
    const over = await readPageText(await sheet.get());
    expect(over).toContain("This dinner is over");
    expect(over).not.toContain("Table 12");
  });

  test("writes the date in the restaurant's language", async () => {
    const sheet = await openSheet({ language: "hu" });
    const page = await parsePage(await sheet.get());
    expect(page.querySelector("h1")?.getAttribute("lang")).toBe("hu");
    expect(readHeading(page)).toMatch(/(hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap)/);
    expect(
      await club.db.all(sql`select 1 from sheets where link_id = ${sheet.path.split(/[/?]/)[2]}`),
    ).toHaveLength(1);
  });
});
