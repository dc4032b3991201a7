import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { hostMessages } from "#app/db/schema/host.ts";
import { outbox } from "#app/db/schema.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import {
  countEmails,
  createEvening,
  idsOf,
  listReports,
  moveEvening,
  openHostLink,
  revoke,
  searchOf,
} from "#tests/support/evenings.ts";
import { parsePage, readAlerts, readPageText, readText } from "#tests/support/html.ts";
import { inParallel } from "#tests/support/in-parallel.ts";

const club = openClub();

describe("a host link", () => {
  test("works from 6 hours before the dinner until 36 hours after, to the minute", async () => {
    const evening = await createEvening(club, [[2]]);
    const host = await openHostLink(club, evening.eventId);
    const save = () => host.post({ intent: "save", shown: "", here: idsOf(evening.guests) });
    for (const [minutes, isOpen] of [
      [6 * 60 + 1, false],
      [6 * 60 - 1, true],
      [-36 * 60 + 1, true],
      [-36 * 60 - 1, false],
    ] as const) {
      await moveEvening(club, evening.eventId, minutes);
      await club.binding.exec("DELETE FROM attendance_reports");
      const page = await readPageText(await host.get());
      expect(page.includes("Anna"), `${minutes} minutes before`).toBe(isOpen);
      expect(page).toContain(
        isOpen ? "0 of 2 here" : minutes > 0 ? "This page opens on" : "See you at the next one.",
      );
      await save();
      expect(await listReports(club, evening), `${minutes} minutes before`).toHaveLength(isOpen ? 2 : 0);
    }
  });

  test("that is forged, of another venue, or revoked leads nowhere, for pages and forms", async () => {
    const evening = await createEvening(club, [[2], [2]]);
    const [here, there] = [
      await openHostLink(club, evening.eventId),
      await openHostLink(club, evening.eventId, { venue: 1 }),
    ];
    const mixed = here.path.replace(here.linkId, there.linkId);
    for (const path of [`/host/${here.linkId}`, `${here.path}x`, mixed, "/host/nobody?key=x"]) {
      expect((await club.fetch(path)).status, path).toBe(404);
      expect((await club.fetch(path, { method: "POST", body: "intent=save" })).status, path).toBe(404);
    }
    const broken = await parsePage(await club.fetch(`${here.path}x`));
    expect(readText(broken)).toContain("This link doesn’t work");
    expect(readText(broken)).toContain("ask us for a new link");
    expect(broken.querySelectorAll("main a").map(readText)).toEqual(["Contact Us", "Back Home"]);
    await revoke(club, here.linkId);
    const takenBack = await here.get();
    expect(takenBack.status).toBe(404);
    expect(await readPageText(takenBack)).toContain("This link doesn’t work anymore");
    expect((await here.get({ view: "close", table: "1" })).status).toBe(404);
    expect((await here.post({ intent: "save", shown: "", here: idsOf(evening.guests) })).status).toBe(404);
    expect(await listReports(club, evening)).toEqual([]);
  });

  test("of a canceled dinner shows nobody and takes nothing", async () => {
    const evening = await createEvening(club, [[2]]);
    const host = await openHostLink(club, evening.eventId);
    await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, evening.eventId));
    expect(await readPageText(await host.get())).toContain("This dinner is canceled");
    await host.post({ intent: "save", shown: "", here: idsOf(evening.guests) });
    expect(await listReports(club, evening)).toEqual([]);
  });

  test("shows only its own venue, first names, and no way to reach anybody", async () => {
    const evening = await createEvening(club, [[3, 2], [4]]);
    const [_one, , other] = evening.tables;
    const host = await openHostLink(club, evening.eventId);
    const searches: Record<string, string>[] = [
      {},
      { view: "close", table: "1" },
      { view: "move", table: "1" },
      { view: "message" },
    ];
    for (const search of searches) {
      const response = await host.get(search);
      const html = await response.text();
      expect(response.headers.get("Cache-Control")).toContain("private");
      expect(html).toContain('content="noindex"');
      for (const guest of other?.guests ?? []) expect(html).not.toContain(guest.bookingId);
      expect(html).not.toMatch(/Ferenc|Gábor|Hanna|Igor/);
      for (const { userId } of evening.guests) expect(html).not.toContain(userId);
      expect(html).not.toMatch(/@x\.y|avatars/);
    }
    await host.post({ intent: "save", shown: "", here: idsOf(evening.guests) });
    expect(await listReports(club, evening)).toHaveLength(5);
    expect((await host.get({ view: "close", table: "3" })).status).toBe(404);
  });

  test("counts diets and allergies by table, and says nothing beside a name", async () => {
    const evening = await createEvening(club, [[3, 2]]);
    const [one] = evening.tables;
    const answer = (userId: string, role: string, answerIds: number[]) =>
      club.db.run(sql`UPDATE user_answers SET answer_ids = ${JSON.stringify(answerIds)} WHERE user_id = ${userId}
            AND question_id = (SELECT id FROM quiz_questions WHERE role = ${role})`);
    const [, diet] = await club.db.all<{
      role: string;
      choices: string;
    }>(sql`SELECT role, choices FROM quiz_questions WHERE role IN ('allergy', 'diet')`);
    const none = (JSON.parse(diet?.choices ?? "[]") as string[]).length;
    for (const { userId } of evening.guests)
      for (const role of ["diet", "allergy", "access"])
        await answer(userId, role, [role === "access" ? 2 : none]);
    for (const { userId } of one?.guests.slice(0, 2) ?? []) await answer(userId, "diet", [2]);
    const page = await parsePage(await (await openHostLink(club, evening.eventId)).get());
    const [first, second] = page.querySelectorAll("section").map(readText);
    expect(first).toMatch(/Diets\s+vegan × 2/);
    expect(second).not.toContain("vegan");
    for (const row of page.querySelectorAll("li")) expect(readText(row)).not.toMatch(/vegan/);
  });
});

describe("a message", () => {
  test("is shown as it will go out, and goes once to everybody who dines there", async () => {
    const evening = await createEvening(club, [[3, 2], [4]]);
    const host = await openHostLink(club, evening.eventId);
    const text = "We are in the back room.\r\n<b>The bell</b> is on the left.";
    const page = await parsePage(await host.post({ intent: "preview", text }, { view: "message" }));
    const shown = readText(page);
    expect(shown).toContain("Email to all 5 guests");
    const id = page.querySelector("[name=id]")?.getAttribute("value") ?? "";
    const sent = page.querySelector("[name=text]")?.getAttribute("value") ?? "";
    expect(await countEmails(club, evening.eventId, "host-message")).toBe(0);
    await inParallel(Array.from({ length: 50 }), () => host.post({ intent: "send", id, text: sent }));
    expect(await countEmails(club, evening.eventId, "host-message")).toBe(5);
    const [email] = (await readOutbox(club)).filter(({ kind }) => kind === "host-message");
    for (const line of ["We are in the back room.", "<b>The bell</b> is on the left."]) {
      expect(email?.text).toContain(line);
      expect(shown).toContain(line);
    }
    expect(email?.html).not.toContain("<b>The bell");
    expect(email?.text).toMatch(/The host at Vendéglő \d+ sent this/);
    const data = await club.db
      .select({ data: outbox.data })
      .from(outbox)
      .where(eq(outbox.kind, "host-message"));
    expect(JSON.stringify(data)).not.toContain("back room");
  });

  test("goes out three times an evening at most, through whatever link", async () => {
    const evening = await createEvening(club, [[2], [2]]);
    const [one, second, elsewhere] = [
      await openHostLink(club, evening.eventId),
      await openHostLink(club, evening.eventId, { email: "host@venue.example" }),
      await openHostLink(club, evening.eventId, { venue: 1 }),
    ];
    const send = (host: typeof one, text: string) =>
      host.post({ intent: "send", id: crypto.randomUUID(), text });
    const answers = await inParallel(Array.from({ length: 12 }), (_) => send(one, "Hello"));
    expect(answers.filter((answer) => searchOf(answer).get("done") === "sent")).toHaveLength(3);
    expect(searchOf(await send(second, "Hello")).get("done")).toBe("not sent");
    expect(searchOf(await send(elsewhere, "Hello")).get("done")).toBe("sent");
    expect(await countEmails(club, evening.eventId, "host-message")).toBe(8);
  });

  test("that is empty or too long is sent back with what was typed", async () => {
    const evening = await createEvening(club, [[2]]);
    const host = await openHostLink(club, evening.eventId);
    const long = "x".repeat(501);
    const page = await parsePage(await host.post({ intent: "preview", text: long }, { view: "message" }));
    expect(readAlerts(page)).toEqual(["Use at most 500 characters."]);
    expect(page.querySelector("textarea")?.textContent.trim()).toBe(long);
    expect(
      readAlerts(
        await parsePage(await host.post({ intent: "preview", text: " \u200b " }, { view: "message" })),
      ),
    ).toEqual(["Write what your guests should know."]);
    expect((await host.post({ intent: "send", id: crypto.randomUUID(), text: long })).status).toBe(400);
    expect(await club.db.$count(hostMessages, eq(hostMessages.linkId, host.linkId))).toBe(0);
  });

  test("is forgotten a month later, and so is the host’s address", async () => {
    const { deleteOldRows } = await import("#app/models/old-rows.server.ts");
    const { listHostLinks } = await import("#app/models/host/host-links.server.ts");
    const later = (days: number) => new Date(Date.now() + hourMs + days * 24 * hourMs);
    // After 400 days, because no job ran for a year.
    for (const [days, isKept] of [
      [29, true],
      [31, false],
      [400, false],
    ] as const) {
      const evening = await createEvening(club, [[2]]);
      const host = await openHostLink(club, evening.eventId, { email: "host@venue.example" });
      await host.post({ intent: "send", id: crypto.randomUUID(), text: "Hello" });
      await deleteOldRows(club.db, later(days));
      const [link] = await listHostLinks(club.db, evening.eventId);
      expect(link?.email).toBe(isKept ? "host@venue.example" : null);
      expect(await club.db.$count(hostMessages, eq(hostMessages.linkId, host.linkId))).toBe(Number(isKept));
    }
  });
});
