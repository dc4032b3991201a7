import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { postOperation, readPlan } from "#tests/support/desk.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, listBookings } from "#tests/support/events.ts";
import { parsePage } from "#tests/support/html.ts";
import { waitUntil } from "#tests/support/wait-until.ts";

const club = openClub({ vars: { DESK_TOKEN: "a-token-for-tests", DESK_OPERATOR: "Anna" } });
const headers = { Cookie: "desk=a-token-for-tests", Accept: "text/html" };

async function readEvening(eventId: string) {
  const page = await parsePage(await club.fetch(`/desk/evenings/${eventId}`, { headers }));
  return {
    text: page.querySelector("main")?.textContent ?? "",
    refreshes: page.querySelector('meta[http-equiv="refresh"]')?.getAttribute("content"),
  };
}

test("tables that the desk asks for are made by the queue, and the evening's page says so and looks again until they are there", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 50), eventId);
  expect((await readEvening(eventId)).refreshes).toBeUndefined();
  const planned = await postOperation(club, headers, "match run", { event: eventId });
  const done = await postOperation(club, headers, "match run", readPlan(planned.page));
  expect(done.page.querySelector("main")?.textContent).toContain("are being made");
  expect(done.page.querySelector(`main a[href="/desk/evenings/${eventId}"]`)).not.toBeNull();
  const seen: string[] = [];
  await waitUntil("the tables are there", async () => {
    const { text, refreshes } = await readEvening(eventId);
    if (refreshes) seen.push(text);
    return refreshes === undefined;
  });
  for (const text of seen)
    expect(text).toMatch(/Seating 50 diners, for \d+ seconds?|50 diners wait for their tables/);
  const rows = await listBookings(club, eventId);
  expect(rows.filter(({ table_id }) => table_id)).toHaveLength(50);
});

test("while nobody has begun yet, the page says that it begins within a minute", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 10), eventId);
  await club.binding.prepare("UPDATE events SET closes_at = 1 WHERE id = ?").bind(eventId).run();
  const waiting = await readEvening(eventId);
  expect(waiting.refreshes).toBe("3");
  expect(waiting.text).toContain("10 diners wait for their tables");
  await club.binding
    .prepare("UPDATE events SET claimed_by = 'w', claimed_at = ? WHERE id = ?")
    .bind(Date.now() - 7_000, eventId)
    .run();
  expect((await readEvening(eventId)).text).toMatch(/Seating 10 diners, for [678] seconds/);
});
