import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { connectOps, failure } from "#tests/support/ops.ts";
import { answer, dineTogether } from "#tests/support/past-dinners.ts";

const club = openClub();
const ops = connectOps(club);

test("feedback shows notes with an address to answer to, ratings as counts, and nobody's wishes", async () => {
  const { diners, eventId } = await dineTogether(club, ["Anna", "Bence", "Cili"]);
  const other = await dineTogether(club, ["Dani", "Elza"]);
  const { Anna, Bence, Cili } = diners;
  await answer(club, Anna, {
    rating: 5,
    again: ["Bence"],
    contact: "line",
    line: "@anna",
    note: "More\nbread.",
  });
  await answer(club, Bence, { rating: 5, not: ["Cili"] });
  await answer(club, Cili, { rating: 2 });
  await answer(club, other.diners.Dani, { note: "Too loud." });

  const ofEvent = await ops.run("feedback", eventId);
  expect(ofEvent.out).toContain("3 diners answered. 1 Poor: 0, 2 So-so: 1, 3 Fine: 0, 4 Good: 0, 5 Great: 2");
  expect(ofEvent.out).toMatch(new RegExp(`Anna +${Anna.email} +More bread\\.`));
  for (const unsaid of ["Bence", "Cili", "@anna", "Too loud"]) expect(ofEvent.out).not.toContain(unsaid);
  expect(await ops.json("feedback", eventId)).toMatchObject({
    ratings: [0, 1, 0, 0, 2],
    notes: [{ email: Anna.email, note: "More\nbread." }],
  });
  const ofAll = await ops.run("feedback");
  expect(ofAll.out).toContain("4 diners answered.");
  expect(ofAll.out).toContain("Too loud.");
  expect(await ops.run("feedback", "nothing")).toEqual(failure(3, "There is no event nothing."));

  const avoided = await ops.run("avoid", "list");
  expect(avoided.out).toMatch(/Bence .* Cili .* diner/);
  expect((await ops.run("avoid", "add", Bence.email, Cili.email, "--yes")).code).toBe(0);
  expect((await ops.run("avoid", "list")).out).toMatch(/Bence .* Cili .* operator, diner/);
});
