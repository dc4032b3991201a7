import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { avoidances } from "#app/db/schema/account.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { openClub } from "#tests/support/club.ts";
import { findButtons, parsePage, readPageText } from "#tests/support/html.ts";
import {
  answer,
  dineAgain,
  dineTogether,
  fillIn,
  openFeedback,
  readFeedback,
  send,
} from "#tests/support/past-dinners.ts";

const club = openClub();
const dayMs = 86_400_000;

test("rather not sitting with somebody is kept, ends the own wishes, and can be taken back", async () => {
  const names = ["Anna", "Bence", "Cili"] as const;
  const first = await dineTogether(club, names);
  const second = await dineAgain(
    club,
    names,
    names.map((name) => first.diners[name]),
    { date: new Date(Date.now() - 3 * dayMs) },
  );
  await answer(club, first.diners.Anna, { again: ["Bence", "Cili"] });
  await answer(club, second.diners.Anna, { not: ["Bence"], again: ["Cili"] });
  expect((await readFeedback(club, first.diners.Anna)).wished).toMatchObject([
    { otherBookingId: first.diners.Cili.bookingId },
  ]);

  // The other page shows it, and so do the settings.
  const { Anna, Bence } = first.diners;
  const chosen = (await openFeedback(club, Anna)).querySelectorAll("input[name=not][checked]");
  expect(chosen.map((input) => input.closest("label")?.text.trim())).toEqual(["Bence"]);
  const settings = await parsePage(await Anna.get("/dashboard/settings"));
  const [button] = findButtons(settings, /^Take it back about Bence, /);
  const token = button?.closest("form")?.querySelector("input[name=avoided]")?.getAttribute("value") ?? "";
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await readPageText(await Bence.get("/dashboard/settings"))).not.toContain("rather not");

  // Only by the diner.
  await Bence.post("/dashboard/settings", { intent: "take-back", avoided: token });
  expect((await readFeedback(club, Anna)).avoided).toHaveLength(1);
  expect((await Anna.post("/dashboard/settings", { intent: "take-back", avoided: token })).status).toBe(302);
  await Anna.post("/dashboard/settings", { intent: "take-back", avoided: token });
  expect((await readFeedback(club, Anna)).avoided).toEqual([]);
  expect(await readPageText(await Anna.get("/dashboard/settings"))).not.toContain("rather not");
});

test("a form that was opened before does not take back what was said since", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence", "Cili"]);
  const { Anna, Bence } = diners;
  const opened = await fillIn(club, Anna, { rating: 3 });
  await answer(club, Anna, { not: ["Bence"] });
  await send(club, Anna, opened);
  expect(await readFeedback(club, Anna)).toMatchObject({
    said: { rating: 3 },
    avoided: [{ otherId: Bence.userId }],
  });
  await answer(club, Anna, { rating: 4 });
  expect(await readFeedback(club, Anna)).toMatchObject({ said: { rating: 4 }, avoided: [] });
});

test("an avoidance of an operator stays, and shows itself to nobody", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence"]);
  const { Anna, Bence } = diners;
  await addAvoidance(club.db, [Anna.userId, Bence.userId], new Date());
  expect(
    (await openFeedback(club, Anna)).querySelectorAll("[name=again][checked], [name=not][checked]"),
  ).toEqual([]);
  expect(await readPageText(await Anna.get("/dashboard/settings"))).not.toContain("rather not");
  await answer(club, Anna, { not: ["Bence"] });
  expect(await readPageText(await Anna.get("/dashboard/settings"))).toContain("Bence");
  await answer(club, Anna, {});
  expect(await readPageText(await Anna.get("/dashboard/settings"))).not.toContain("rather not");
  expect(await readFeedback(club, Anna)).toMatchObject({ avoided: [{ byOperator: true, eventId: null }] });
  // And the other way round: the diner asked first.
  await answer(club, Bence, { not: ["Anna"] });
  expect((await readFeedback(club, Bence)).avoided).toMatchObject([{ byOperator: false }]);
  expect(await addAvoidance(club.db, [Bence.userId, Anna.userId], new Date())).toBe(false);
  await club.db.delete(avoidances).where(eq(avoidances.userId, Anna.userId));
  expect(await addAvoidance(club.db, [Bence.userId, Anna.userId], new Date())).toBe(true);
  await answer(club, Bence, {});
  expect((await readFeedback(club, Bence)).avoided).toMatchObject([{ byOperator: true, eventId: null }]);
});
