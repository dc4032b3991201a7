import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { absences } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { bookingLinks } from "#app/emails/links.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { decideAttendance } from "#app/models/event/decide-attendance.server.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createEvening, type Guest, report } from "#tests/support/evenings.ts";
import { signUpDiner } from "#tests/support/events.ts";
import { parsePage, readAlerts, readHeading, readPageText, readText } from "#tests/support/html.ts";

const club = openClub();

async function createNoShow() {
  const evening = await createEvening(club, [[5]], { minutesFromNow: -25 * 60 });
  const [guest] = evening.guests as [Guest];
  await report(club, guest, "host", false);
  await decideAttendance(club.db, evening.eventId, new Date());
  const link = new URL(
    bookingLinks(emailEnv, { bookingId: guest.bookingId, date: new Date(), timeZone: "Europe/Budapest" })
      .contest,
  );
  return { guest, evening, path: link.pathname + link.search };
}

const post = (path: string, text: string) =>
  club.fetch(path, { method: "POST", body: new URLSearchParams({ text }) });

const readTitle = async (path: string) => readHeading(await parsePage(await club.fetch(path)));

const findContest = async ({ bookingId }: Guest) =>
  (await club.db.select().from(absences).where(eq(absences.bookingId, bookingId)))[0];

/** What was not saved is shown, so that it can be copied. */
async function expectUnsaved(response: Response, text: string) {
  expect(response.status).toBe(409);
  const page = await parsePage(response);
  expect(readAlerts(page)).toEqual(["What you wrote was not saved. You can copy it here."]);
  expect(page.querySelector("textarea[readonly]")?.text.trim()).toBe(text);
}

test("a no-show says once that they were there, with the link of the email", async () => {
  const { guest, path } = await createNoShow();
  const page = await readPageText(await club.fetch(path));
  expect(page).toContain("We heard that your seat stayed empty.");
  expect(page).toContain("within 7 days of our email");
  expect(page).not.toMatch(/Bence|Clara|host|table-mate/);
  expect((await findContest(guest))?.contestedAt).toBeNull();
  expect((await post(path, "I sat by the window.\n<b>Really</b>")).status).toBe(302);
  expect(await readTitle(path)).toBe("We’ll look at it");
  // A second click, and a second tab.
  expect((await post(path, "I sat by the window.\n<b>Really</b>")).status).toBe(302);
  await expectUnsaved(await post(path, "Something else"), "Something else");
  expect((await findContest(guest))?.contest).toBe("I sat by the window.\n<b>Really</b>");
});

test("the page says what follows, in every state", async () => {
  const { guest, path } = await createNoShow();
  const set = (changes: Partial<typeof absences.$inferInsert>) =>
    club.db.update(absences).set(changes).where(eq(absences.bookingId, guest.bookingId));
  await set({ toldAt: new Date(Date.now() - 7 * 24 * hourMs + 60_000) });
  expect(await readTitle(path)).toBe("Were you there?");
  await set({ toldAt: new Date(Date.now() - 7 * 24 * hourMs - 60_000) });
  expect(await readPageText(await club.fetch(path))).toContain("The 7 days to answer here are over.");
  await expectUnsaved(await post(path, "Too <b>late"), "Too <b>late");
  expect((await findContest(guest))?.contest).toBeNull();
  await set({ contestedAt: new Date(), resolvedAt: new Date() });
  expect(await readTitle(path)).toBe("We couldn’t confirm that you came");
  await set({ contestedAt: null });
  expect(await readTitle(path)).toBe("We missed you at dinner");
  expect(await readPageText(await club.fetch(path))).not.toContain("you wrote");
  await club.db.update(bookings).set({ attendance: "attended" }).where(eq(bookings.id, guest.bookingId));
  expect(await readTitle(path)).toBe("You were there");
});

test("what is empty or too long comes back as it was typed", async () => {
  const { guest, path } = await createNoShow();
  for (const [typed, problem] of [
    ["  \u200b ", "Write a sentence, so that we know what to look at."],
    ["x".repeat(1_001), "Use at most 1000 characters."],
  ] as const) {
    const response = await post(path, typed);
    expect(response.status).toBe(400);
    const page = await parsePage(response);
    const textArea = page.querySelector("textarea[aria-invalid][autofocus]");
    const [message] = page.querySelectorAll(`#${textArea?.getAttribute("aria-describedby")}`).map(readText);
    expect(message).toBe(problem);
    expect(textArea?.textContent.trim()).toBe(typed.trim());
  }
  expect((await findContest(guest))?.contestedAt).toBeNull();
});

test("only the link and the diner themselves open it", async () => {
  const [own, other] = [await createNoShow(), await createNoShow()];
  const plain = `/bookings/${own.guest.bookingId}/contest`;
  const foreign = own.path.replace(/key=.*/, other.path.split("?")[1] ?? "");
  const stranger = await signUpDiner(club);
  for (const path of [plain, `${own.path}x`, foreign, "/bookings/nobody/contest"]) {
    expect((await club.fetch(path)).status, path).toBe(404);
    expect((await post(path, "I was there")).status, path).toBe(404);
    expect((await stranger.get(path)).status, path).toBe(404);
  }
  const owner = await signUpDiner(club);
  await club.binding
    .prepare("UPDATE bookings SET user_id = (SELECT id FROM users WHERE email = ?) WHERE id = ?")
    .bind(owner.email, own.guest.bookingId)
    .run();
  expect((await owner.get(plain)).status).toBe(200);
  await owner.post(plain, { text: "It was me" });
  expect((await findContest(own.guest))?.contest).toBe("It was me");
  // A booking without an absence has no such page.
  const present = other.evening.guests[1]?.bookingId ?? "";
  const link = new URL(
    bookingLinks(emailEnv, { bookingId: present, date: new Date(), timeZone: "Europe/Budapest" }).contest,
  );
  expect((await club.fetch(link.pathname + link.search)).status).toBe(404);
});
