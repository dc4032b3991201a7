import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { lateNotes } from "#app/db/schema/attendance.ts";
import { events } from "#app/db/schema/event.ts";
import { openClub } from "#tests/support/club.ts";
import {
  createEvening,
  type Evening,
  idsOf,
  listReports,
  moveEvening,
  openHostLink,
  report,
  searchOf,
} from "#tests/support/evenings.ts";
import { parsePage, readPageText, readText } from "#tests/support/html.ts";
import { inParallel } from "#tests/support/in-parallel.ts";

const club = openClub();

describe("ticks", () => {
  test("are saved and taken back, and two phones don’t undo each other’s", async () => {
    const evening = await createEvening(club, [[4]]);
    const [anna, bence, clara] = evening.guests as [
      Evening["guests"][0],
      Evening["guests"][0],
      Evening["guests"][0],
    ];
    const host = await openHostLink(club, evening.eventId);
    const tick = (shown: string[], here: string[]) =>
      host.post({ intent: "save", shown: shown.join(","), here });
    await tick([], [anna.bookingId]);
    // Both phones show Anna; one adds Bence, the other takes Anna back and adds Clara.
    await tick([anna.bookingId], [anna.bookingId, bence.bookingId]);
    await tick([anna.bookingId], [clara.bookingId]);
    expect(await listReports(club, evening)).toEqual(["Bence host 1", "Clara host 1"]);
    const page = await readPageText(await host.get());
    expect(page).toContain("2 of 4 here");
    expect(page).toMatch(/Saved at \d+:\d\d [AP]M/);
  });

  test("come through fifty presses at once as one", async () => {
    const evening = await createEvening(club, [[5]]);
    const host = await openHostLink(club, evening.eventId);
    const answers = await inParallel(Array.from({ length: 50 }), () =>
      host.post({ intent: "save", shown: "", here: idsOf(evening.guests) }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    expect(await listReports(club, evening)).toHaveLength(5);
  });

  test("are kept on the way to another page", async () => {
    const evening = await createEvening(club, [[3]]);
    const host = await openHostLink(club, evening.eventId);
    const answer = await host.post({
      intent: "view:close-1",
      shown: "",
      here: idsOf(evening.guests.slice(0, 1)),
    });
    expect(Object.fromEntries(searchOf(answer))).toMatchObject({ view: "close", table: "1" });
    expect(await listReports(club, evening)).toEqual(["Anna host 1"]);
  });

  test("say who is late, who says they’re here and who can’t come", async () => {
    const evening = await createEvening(club, [[4]]);
    const [anna, bence, clara] = evening.guests;
    await club.db.insert(lateNotes).values({ bookingId: anna?.bookingId ?? "", minutes: 20, at: new Date() });
    if (bence) await report(club, bence, "diner", true);
    await club.binding
      .prepare("UPDATE bookings SET canceled = 1, canceled_at = ? WHERE id = ?")
      .bind(Date.now(), clara?.bookingId)
      .run();
    const host = await openHostLink(club, evening.eventId);
    const rows = (await parsePage(await host.get()))
      .querySelectorAll("section li")
      .map((row) => readText(row).replace(/\s+/g, " "));
    expect(rows).toEqual(["Anna 20 min late", "Bence says they’re here", "Clara can’t come", "Dániel"]);
    expect(await readPageText(await host.get())).toContain("1 of 3 here");
    const daniel = evening.guests[3];
    if (daniel) await report(club, daniel, "operator", true);
    expect(await readPageText(await host.get())).toContain("2 of 3 here");
  });

  test("end once it is decided who came", async () => {
    const evening = await createEvening(club, [[2]], { minutesFromNow: -30 * 60 });
    await club.db
      .update(events)
      .set({ attendanceDecidedAt: new Date() })
      .where(eq(events.id, evening.eventId));
    const host = await openHostLink(club, evening.eventId);
    expect(await readPageText(await host.get())).toContain("It’s decided who came");
    await moveEvening(club, evening.eventId, -60);
    expect(await readPageText(await host.get())).not.toMatch(/Close this table|Move somebody/);
    const here = idsOf(evening.guests);
    for (const answer of [
      await host.post({ intent: "save", shown: "", here }),
      await host.post({ intent: "missing", missing: here }),
    ])
      expect(searchOf(answer).get("done")).toBe("not saved");
    expect(await readPageText(await host.get({ done: "not saved" }))).toContain("Not saved");
    expect(await listReports(club, evening)).toEqual([]);
  });

  test("still count the next morning", async () => {
    const evening = await createEvening(club, [[3]], { minutesFromNow: -14 * 60 });
    const host = await openHostLink(club, evening.eventId);
    await host.post({ intent: "save", shown: "", here: idsOf(evening.guests.slice(0, 1)) });
    const page = await readPageText(await host.get());
    expect(page).toContain("1 of 3 here");
    expect(page).not.toContain("not here, says the club");
  });

  test("that make no sense are refused in words of HTTP, never as an error", async () => {
    const evening = await createEvening(club, [[2]]);
    const host = await openHostLink(club, evening.eventId);
    const forms: Record<string, string>[] = [
      {},
      { intent: "nothing" },
      { intent: "view:everything" },
      { intent: "save", shown: "", here: "x".repeat(200) },
      { intent: "send", id: "1", text: "Hello" },
      { intent: "send", id: crypto.randomUUID(), text: "" },
    ];
    for (const fields of forms) expect((await host.post(fields)).status, JSON.stringify(fields)).toBe(400);
    const answer = await host.post({
      intent: "save",
      shown: "a,b",
      here: ["nobody", "x'; DROP TABLE bookings; --"],
    });
    expect(answer.status).toBe(302);
    expect(await listReports(club, evening)).toEqual([]);
  });
});

describe("who didn’t come", () => {
  test("can be said from a quarter of an hour after the start, to the minute", async () => {
    const evening = await createEvening(club, [[3]]);
    const host = await openHostLink(club, evening.eventId);
    for (const [minutes, isPossible] of [
      [-14, false],
      [-16, true],
    ] as const) {
      await moveEvening(club, evening.eventId, minutes);
      expect((await readPageText(await host.get())).includes("Who didn’t come?")).toBe(isPossible);
      await host.post({ intent: "missing", missing: idsOf(evening.guests.slice(0, 1)) });
      expect(await listReports(club, evening)).toEqual(isPossible ? ["Anna host 0"] : []);
    }
  });

  test("is nobody until the host marks somebody", async () => {
    const evening = await createEvening(club, [[3]], { minutesFromNow: -20 });
    const host = await openHostLink(club, evening.eventId);
    const page = await parsePage(await host.get({ view: "missing" }));
    const boxes = page.querySelectorAll("[name=missing]");
    expect(boxes).toHaveLength(3);
    // A browser sends the ticked ones.
    const sent = boxes.filter((box) => box.hasAttribute("checked")).map((box) => box.getAttribute("value"));
    const answer = await host.post({ intent: "missing", missing: sent.map(String) });
    expect(await listReports(club, evening)).toEqual([]);
    expect(Object.fromEntries(searchOf(answer))).toMatchObject({ view: "missing", done: "nobody" });
    const asked = await readPageText(await host.get({ view: "missing", done: "nobody" }));
    expect(asked).toContain("Mark who didn’t come first. Nobody was marked.");
    expect(asked).not.toContain("Saved.");
  });

  test("is marked by name, and a later tick corrects it", async () => {
    const evening = await createEvening(club, [[4]], { minutesFromNow: -20 });
    const [anna, bence, clara] = evening.guests;
    if (!anna || !bence || !clara) throw new Error("Nobody came");
    const host = await openHostLink(club, evening.eventId);
    await host.post({ intent: "save", shown: "", here: [anna.bookingId] });
    await report(club, bence, "diner", true);
    const page = await parsePage(await host.get({ view: "missing" }));
    const boxes = page.querySelectorAll("[name=missing]");
    expect(boxes).toHaveLength(3);
    // Meanwhile the other phone ticks Clara.
    await host.post({ intent: "save", shown: "", here: [clara.bookingId] });
    await host.post({ intent: "missing", missing: [clara.bookingId, evening.guests[3]?.bookingId ?? ""] });
    expect(await listReports(club, evening)).toEqual([
      "Anna host 1",
      "Bence diner 1",
      "Clara host 1",
      "Dániel host 0",
    ]);
    await host.post({ intent: "save", shown: "", here: [evening.guests[3]?.bookingId ?? ""] });
    expect(await listReports(club, evening)).toContain("Dániel host 1");
  });
});
