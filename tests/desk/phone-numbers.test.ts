import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { phoneNumbers } from "#app/db/schema/attendance.ts";
import { events } from "#app/db/schema/event.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { takeBackup } from "#app/models/backup/backup.server.ts";
import { openClub } from "#tests/support/club.ts";
import { type DinerAtTable, seatDinner, startIn } from "#tests/support/dinner.ts";
import { openHostLink } from "#tests/support/evenings.ts";
import { parsePage, readAlerts, readPageText } from "#tests/support/html.ts";
import { runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: { DESK_TOKEN: "a-token-for-tests", DESK_OPERATOR: "Anna" } });
const ops = connectOps(club);
const desk = async (path: string) =>
  (await club.fetch(path, { headers: { Cookie: "desk=a-token-for-tests", Accept: "text/html" } })).text();

const numberOf = async ({ bookingId }: DinerAtTable) => {
  const [row] = await club.db.select().from(phoneNumbers).where(eq(phoneNumbers.bookingId, bookingId));
  return row?.phone;
};

test("a number for the evening is asked for on the day, and the club and the host can call it: tonight only", async () => {
  const { eventId, anna, bea } = await seatDinner(club, 120);
  await club.db
    .update(events)
    .set({ matchedAt: new Date(1) })
    .where(eq(events.id, eventId));
  const call = 'href="tel:+36305550100"';
  expect(await readPageText(await anna.open())).toContain("A number for tonight");
  const saved = await anna.say({ say: "phone", phone: " +36 (30) 555-0100 " });
  expect(saved.status).toBe(302);
  expect(await numberOf(anna)).toBe("+36305550100");
  const page = await parsePage(await anna.open());
  expect(page.querySelector("input[name=phone]")?.getAttribute("value")).toBe("+36305550100");
  // Nobody at the table sees it.
  expect(await (await bea.open()).text()).not.toContain("5550100");
  const host = await openHostLink(club, eventId);
  const places = {
    tonight: await desk(`/desk?event=${eventId}`),
    evening: await desk(`/desk/evenings/${eventId}`),
    person: await desk(`/desk/people/${anna.userId}`),
    host: await (await host.get()).text(),
  };
  for (const [place, html] of Object.entries(places)) expect(html.split(call).length, place).toBe(2);
  expect(await desk(`/desk/people/${bea.userId}`)).not.toContain("tel:");
  expect((await ops.run("attendance", "show", eventId)).out).toContain("+36305550100");
  const removed = await anna.say({ say: "no phone" });
  expect(removed.status).toBe(302);
  expect(await numberOf(anna)).toBeUndefined();
  expect(await desk(`/desk?event=${eventId}`)).not.toContain(call);
});

test("a number is typed with its country, and what was typed stays beside the sentence", async () => {
  const { anna } = await seatDinner(club, 120);
  for (const typed of [
    "06 30 555 0100",
    "+36 30",
    "call me",
    "+0 123 456 789",
    "+36 30 555 0100 55 66 77",
    "<b>",
  ]) {
    const refused = await anna.say({ say: "phone", phone: typed });
    expect(refused.status, typed).toBe(400);
    const page = await parsePage(refused);
    expect(page.querySelector("input[name=phone]")?.getAttribute("value")).toBe(typed);
    expect(page.querySelector("main")?.textContent).toContain("with the code of its country");
  }
  expect(await numberOf(anna)).toBeUndefined();
  for (const typed of ["0036 30 555 0100", "+36/30.555.0100"]) {
    await anna.say({ say: "phone", phone: typed });
    expect(await numberOf(anna), typed).toBe("+36305550100");
  }
  // An empty field takes it back.
  await anna.say({ say: "phone", phone: " " });
  expect(await numberOf(anna)).toBeUndefined();
});

test("a number is taken on the day only, from who has a seat, and is gone the day after and in no backup", async () => {
  const { eventId, anna, bea } = await seatDinner(club, 30 * 60);
  const say = () => anna.say({ say: "phone", phone: "+36 30 555 0100" });
  expect((await say()).status).toBe(409);
  await startIn(club, eventId, 120);
  expect((await say()).status).toBe(302);
  // Of another's booking it says nothing.
  const forged = await club.fetch(`/dashboard/bookings/${anna.bookingId}`, {
    method: "POST",
    headers: { Cookie: bea.cookie },
    body: new URLSearchParams({ say: "phone", phone: "+36 30 555 0199" }),
  });
  expect(forged.status).toBe(404);
  expect(await numberOf(anna)).toBe("+36305550100");
  for await (const { name } of takeBackup(club.db)) expect(name).not.toBe("phone_numbers");
  const at = (ms: number) => new Date(Date.now() + ms);
  const job = (now: Date) => runJob("deleteExpired", { db: club.db, env: {} as Env }, now);
  await job(at(120 * 60_000 + dayMs - 60_000));
  expect(await numberOf(anna)).toBe("+36305550100");
  await job(at(120 * 60_000 + dayMs + 60_000));
  expect(await numberOf(anna)).toBeUndefined();
  await startIn(club, eventId, -121);
  const late = await say();
  expect(late.status).toBe(409);
  expect(readAlerts(await parsePage(late))[0]).toContain("on the day");
});
