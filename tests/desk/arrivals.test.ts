import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { deskVars, playAccess } from "#tests/support/desk.ts";
import {
  createEvening,
  type Evening,
  listReports,
  listSeats,
  openHostLink,
  report,
} from "#tests/support/evenings.ts";
import { parsePage, readPageText, readText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const access = playAccess();

/** "3 of 5 here" of each restaurant, as the desk and as the hosts' pages say it. */
async function countAtBoth({ eventId }: Evening, venues: number[]) {
  const headers = await access.headersOf("anna");
  const desk = await readPageText(await club.fetch(`/desk?event=${eventId}`, { headers }));
  const hosts = await Promise.all(
    venues.map(async (venue) => {
      const host = await openHostLink(club, eventId, { venue });
      const page = await parsePage(await host.get());
      return readText(page.querySelector("[data-count]") ?? page);
    }),
  );
  return { desk: [...desk.matchAll(/· (\d+ of \d+ here)/g)].map(([, says]) => says), hosts };
}

test("who was here is not here after their restaurant dropped out", async () => {
  const evening = await createEvening(club, [[5], [3], [3]], { minutesFromNow: 30 });
  const [out] = evening.tables;
  for (const [i, source] of (["diner", "host", "operator"] as const).entries()) {
    const guest = out?.guests[i];
    if (guest) await report(club, guest, source, true);
  }
  const stays = evening.tables[1]?.guests[0];
  if (stays) await report(club, stays, "host", true);
  const done = await ops.run("event", "venues", evening.eventId, "--remove", out?.venueId ?? "", "--yes");
  expect(done.err).toBe("");
  expect(Object.values(await listSeats(club, evening))).not.toContain(1);
  expect(await listReports(club, evening)).toEqual([`${stays?.name} host 1`]);
  const { desk, hosts } = await countAtBoth(evening, [1, 2]);
  expect(desk.filter((says) => says !== "0 of 0 here").sort()).toEqual(hosts.sort());
});

test("who is moved to another restaurant has yet to arrive there, and who changes the table has not", async () => {
  const evening = await createEvening(club, [[5, 4], [4]], { minutesFromNow: -20 });
  const [far, near] = evening.tables[0]?.guests ?? [];
  for (const guest of [far, near]) if (guest) await report(club, guest, "operator", true);
  for (const [guest, table] of [
    [far, "3"],
    [near, "2"],
  ] as const)
    expect((await ops.run("booking", "move", guest?.bookingId ?? "", "--table", table, "--yes")).code).toBe(
      0,
    );
  expect(await listReports(club, evening)).toEqual([`${near?.name} operator 1`]);
});

test("a table that moves to another restaurant with everybody has nobody there yet, counted or named", async () => {
  const evening = await createEvening(club, [[5], [5]], { minutesFromNow: 30 });
  const [moved] = evening.tables;
  const guest = moved?.guests[0];
  if (guest) await report(club, guest, "host", true);
  await ops.json("attendance", "count", evening.eventId, "--table", "1", "--here", "3");
  await club.db.run(sql`UPDATE tables SET venue_id = ${evening.tables[1]?.venueId} WHERE id = ${moved?.id}`);
  expect(await listReports(club, evening)).toEqual([]);
  expect(await ops.json("attendance", "show", evening.eventId)).not.toContain("Counted");
  const { desk } = await countAtBoth(evening, []);
  expect(desk).toEqual(["0 of 10 here"]);
});

test("what was decided about an evening stays, whatever becomes of its tables", async () => {
  const evening = await createEvening(club, [[5]], { minutesFromNow: -30 * 60 });
  const guest = evening.guests[0];
  if (guest) await report(club, guest, "host", false);
  await club.db.run(sql`UPDATE events SET attendance_decided_at = 1 WHERE id = ${evening.eventId}`);
  await club.db.run(sql`UPDATE bookings SET table_id = NULL WHERE id = ${guest?.bookingId}`);
  expect(await listReports(club, evening)).toEqual([`${guest?.name} host 0`]);
});

test("the host's page and the desk count the same: ticks, what diners and operators say, and heads", async () => {
  const evening = await createEvening(club, [[5, 5], [4]], { minutesFromNow: -20 });
  const [one, two, three, four] = evening.tables[0]?.guests ?? [];
  if (!one || !two || !three || !four) throw new Error("nobody");
  await report(club, one, "host", true);
  await report(club, two, "diner", true);
  // The desk knows better than the host, and both better than the diner.
  await report(club, three, "host", true);
  await report(club, three, "operator", false);
  await report(club, four, "diner", true);
  await report(club, four, "host", false);
  await ops.json("attendance", "count", evening.eventId, "--table", "2", "--here", "3");
  await ops.json("attendance", "count", evening.eventId, "--table", "3", "--here", "4");
  const { desk, hosts } = await countAtBoth(evening, [0, 1]);
  expect(desk).toEqual(["5 of 10 here", "4 of 4 here"]);
  expect(hosts).toEqual(desk);
});
