import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { numberWeek, weekOf } from "#app/lib/dates.ts";
import { viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { addTestCity, testCity } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps, failure } from "#tests/support/ops.ts";
import { addPastSeason, dinnerFigures } from "#tests/support/past-season.ts";

const club = openClub();
const ops = connectOps(club);

const dayMs = 86_400_000;
/** Of the day before: by the clocks of both cities, dinners a week apart are then in weeks of their own, also where summer time ends. */
const noon = new Date(Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2);
const fileIn = (name: string) => join(ops.folder, name);
const readReport = (name: string) => readFileSync(fileIn(name), "utf8");
/** As a reader sees it, with a space between elements. */
const readText = (name: string) =>
  readReport(name)
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "’")
    .replace(/\s+/g, " ");

/** One element after the other closes, and each of them was opened. */
function findWrongNesting(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name = "", rest = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/g)) {
    const isEmpty = rest.endsWith("/") || ["meta", "link", "br"].includes(name);
    if (slash && open.pop() !== name) wrong.push(name);
    if (!slash && !isEmpty) open.push(name);
  }
  return [...wrong, ...open];
}

test("a club without dinners has a report that says so", async () => {
  await addTestCity(club);
  expect((await ops.run("report", fileIn("empty.html"))).out).toMatch(
    /^Wrote .*empty\.html: 0 dinners of 12 weeks\. Open it in a browser\.\n$/,
  );
  const text = readText("empty.html");
  for (const sentence of [
    "Twelve weeks at the table",
    "Too few people booked to say anything.",
    "Nobody was left without a seat.",
    "No deposit of these dinners has been decided.",
    "No table has a score yet.",
    "Too few answers yet",
    "No weights were learned yet.",
    "Too few dinners are four weeks old to say anything.",
    "Too few emails were sent to say anything.",
    "Too few people to say anything.",
  ])
    expect(text).toContain(sentence);
  expect(findWrongNesting(readReport("empty.html"))).toEqual([]);
});

test("a report is one file that loads nothing and runs no script", async () => {
  const { diners } = await addPastSeason(club, { dinners: 11, lastDaysAgo: 2, now: noon });
  await addPastSeason(club, {
    dinners: 6,
    lastDaysAgo: 2,
    now: noon,
    city: { ...viennaCity, name: "<b>Wien & Graz</b>" },
    diners: diners.slice(20),
  });
  await runJob("countFigures", createJobContext(club), new Date());
  await ops.json("report", fileIn("report.html"));
  const html = readReport("report.html");
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).not.toMatch(/https?:|<script|javascript:|\bon[a-z]+=|@import|src=/i);
  expect([...html.matchAll(/url\("?(.{5})/g)].map(([, start]) => start)).toEqual(Array(4).fill("data:"));
  expect([...html.matchAll(/(?:href)="([^"]*)"/g)].map(([, address]) => address)).toEqual(["data:,"]);
  expect(html).toContain(`default-src &#x27;none&#x27;`);
  expect(html).not.toContain("<b>Wien");
  expect(html).toContain("&lt;b&gt;Wien &amp; Graz&lt;/b&gt;");
  expect(html).not.toContain("NaN");
  expect(html).not.toContain("undefined");
  expect(findWrongNesting(html)).toEqual([]);
  for (const id of diners) expect(html).not.toContain(id);
});

test("its sentences and tables have the figures, with their n", async () => {
  const dinners = 17;
  const text = readText("report.html");
  expect(text).toContain(
    `booked ${dinners * dinnerFigures.booked} seated ${dinners * dinnerFigures.seated} came`,
  );
  expect(text).toContain(
    "77 of 100 who booked got a seat (221 bookings), and 90 of 100 with a seat came (170 seats).",
  );
  expect(text).toContain("34 of 221 bookings got no seat.");
  expect(text).toContain(
    "17 canceled in the last 48 hours of 221 bookings, and 17 did not come of 170 seats.",
  );
  expect(text).toMatch(/17 deposits were returned, and 17 were kept: 60 EUR and 33000 HUF\./);
  expect(text).toMatch(
    /34 tables had 64\.\d points of 100 in the mean, the worst 60\.3\. \d+ were below the floor of their evening\./,
  );
  expect(text).toContain("Kept least often: Both wish to meet again, not for 50 % of 34 pairs who booked.");
  expect(text).toContain(
    "“No alcohol” (What do you drink with dinner?) 33 % 51 diners who could have company",
  );
  expect(text).toMatch(
    /\d+ % of those who came had a seat at another dinner within four weeks \(n = \d+\)\./,
  );
  expect(text).toMatch(/The median wait of the latest week was 5 s about other dinners \(n = \d+\)\./);
  const week = numberWeek(weekOf(new Date(noon.getTime() - 2 * dayMs), testCity.timeZone));
  expect(text).toContain(`${week.number}, ${week.year} 15 13 10 9`);
});

test("counts of fewer than five people are left out", async () => {
  await club.binding
    .prepare(
      "UPDATE bookings SET attendance = NULL WHERE event_id LIKE 'city-vienna%' AND event_id NOT IN (SELECT id FROM events WHERE city_id = 'city-vienna' ORDER BY date LIMIT 3)",
    )
    .run();
  await ops.json("report", fileIn("vienna.html"), "--city", "vienna");
  const text = readText("vienna.html");
  expect(text).toContain(
    "6 canceled in the last 48 hours of 78 bookings, and fewer than five did not come of 60 seats.",
  );
  expect(text).toContain("Did not come under 5");
  expect(text).not.toMatch(/Did not come 3/);
  await ops.json("report", fileIn("both.html"));
  expect(readText("both.html"), "from a total it could be worked out").toContain(
    "17 canceled in the last 48 hours of 221 bookings, and at least 11 did not come of ",
  );
  await ops.json("report", fileIn("two.html"), "--city", "vienna", "--weeks", "2");
  const twoWeeks = readText("two.html");
  expect(twoWeeks).toContain("Fewer than five canceled in the last 48 hours of ");
  expect(twoWeeks).toMatch(/(Fewer than five bookings got no seat\.)|(of \d+ bookings got no seat\.)/);
  await club.binding.exec(
    "DELETE FROM bookings WHERE event_id LIKE 'city-vienna%' AND canceled_by_club = 1 AND standby_reason = 'diet'",
  );
  await ops.json("report", fileIn("vienna.html"), "--city", "vienna", "--force");
  expect(readText("vienna.html")).toContain(
    "6 of 72 bookings got no seat. The reason: too few for one more table of five.",
  );
});

test("a file is replaced only with --force, and then at once", async () => {
  const file = fileIn("there.html");
  writeFileSync(file, "mine");
  expect(await ops.run("report", file)).toEqual(
    failure(4, `${file} already exists: choose another name, or add --force to replace it.`),
  );
  expect(readFileSync(file, "utf8")).toBe("mine");
  await ops.json("report", file, "--force");
  expect(readFileSync(file, "utf8")).toMatch(/^<!doctype html>/);
  expect(readdirSync(ops.folder).filter((name) => name.includes(".part"))).toEqual([]);
  mkdirSync(fileIn("folder"));
  expect(await ops.run("report", fileIn("folder"), "--force")).toEqual(
    failure(2, `${fileIn("folder")} can’t be written: it is a folder.`),
  );
  expect(await ops.run("report", fileIn("none/report.html"))).toEqual(
    failure(2, `${fileIn("none/report.html")} can’t be written: there is no such folder.`),
  );
  expect(existsSync(fileIn("none"))).toBe(false);
  expect(readdirSync(ops.folder).filter((name) => name.includes(".part"))).toEqual([]);
});

test("a sample is made up, says so, and changes nothing", async () => {
  const before = await ops.hashRows();
  await ops.json("report", fileIn("sample.html"), "--sample");
  expect(readText("sample.html")).toContain("Sample data, made up");
  expect(readText("report.html")).not.toContain("Sample data");
  expect(readText("sample.html")).toContain("the score predicts it.");
  expect(await ops.hashRows()).toBe(before);
  expect((await ops.run("report", fileIn("x.html"), "--sample", "--city", "vienna")).code).toBe(2);
  expect((await ops.run("report", fileIn("x.html"), "--city", "atlantis")).code).toBe(3);
  expect((await ops.run("report", fileIn("x.html"), "--weeks", "0")).code).toBe(2);
});

test("many weeks and many cities stay readable", async () => {
  await ops.json("report", fileIn("long.html"), "--weeks", "104");
  expect(readText("long.html")).toContain("104 weeks at the table");
  const bars = readReport("long.html").match(/class="capacity"/g) ?? [];
  expect(bars.length).toBeGreaterThan(0);
  expect(bars.length).toBeLessThanOrEqual(52);
  for (let i = 0; i < 7; i++)
    await addPastSeason(club, {
      dinners: 2,
      lastDaysAgo: 3,
      now: new Date(),
      city: { ...testCity, id: `city-more-${i}`, slug: `more-${i}`, name: `More ${i}` },
    });
  await ops.json("report", fileIn("cities.html"));
  const text = readText("cities.html");
  expect(text).toContain("4 other cities");
  expect(readReport("cities.html").match(/seated and came, by week"/g)).toBeNull();
});

test("stats say how it went, and with --by-week each week of it", async () => {
  const { figures, weeks } = await ops.json("stats", "--city", "budapest", "--by-week");
  expect(figures).toMatchObject({
    events: 11,
    booked: 143,
    seated: 110,
    came: 99,
    noShows: 11,
    lateCancels: 11,
    onStandby: 22,
    ratingCount: 66,
    ratingMean: 4,
  });
  expect(weeks).toHaveLength(11);
  expect(weeks.at(-1)).toMatchObject({ week: expect.stringMatching(/^\d{4}-W\d\d$/), booked: 13, came: 9 });
  const { out } = await ops.run("stats", "--city", "budapest", "--by-week");
  expect(out).toMatch(/^booked +143$/m);
  expect(out).toMatch(/^seated +110, 77 % of 143$/m);
  expect(out).toMatch(/^came +99, 90 % of 110$/m);
  expect(out).toMatch(/^on standby +22: 11 left over, 11 diet$/m);
  expect(out).toMatch(/^canceled late +11, 8 % of 143$/m);
  expect(out).toMatch(/^no-shows +11, 10 % of 110$/m);
  expect(out).toMatch(/^rating +4\.00 of 5, from 66 answers$/m);
  expect(out.match(/^\d{4}-W\d\d +1 +13 +10 +9 +2 +1 +1 +4\.00 +6$/gm)).toHaveLength(11);
  expect((await ops.json("stats")).weeks).toBeUndefined();
});
