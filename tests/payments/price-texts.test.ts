import { expect, test } from "vitest";
import { parseClubFace } from "#app/cli/club-face.ts";
import { formatRange } from "#app/lib/price.ts";
import { createCityEvent } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { book, signUpDiner, testCity } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

const ranges = "3000-6000, 6000-9000, 9000-15000, 15000-25000";

test("what a dinner costs is read in figures on events, landing and payment, as the city says it", async () => {
  const { id } = await createCityEvent(club, {
    city: testCity,
    venues: [{ priceLevel: 2 }, { priceLevel: 3 }],
  });
  const diner = await signUpDiner(club);
  expect(await readPageText(await diner.get("/events"))).toContain("(mid-range to high prices)");
  for (const wrong of [
    "3000",
    "3000-6000",
    "6000-3000, 6000-9000, 9000-15000, 15000-25000",
    `${ranges}, 1-2`,
  ])
    expect((await ops.run("city", "edit", "budapest", "--price-ranges", wrong, "--yes")).code, wrong).toBe(2);
  await ops.json("city", "edit", "budapest", "--price-ranges", ranges, "--yes");
  const booking = await book(diner, id);
  const later = await createCityEvent(club, {
    city: testCity,
    hoursFromNow: 300,
    venues: [{ priceLevel: 2 }],
  });
  expect(later.id).not.toBe(id);
  expect(await readPageText(await diner.get("/events"))).toMatch(/6,000–9,000\sFt/);
  expect(await readPageText(await diner.get(`/payment?booking=${booking}`))).toMatch(/6,000–15,000\sFt/);
  expect(await readPageText(await club.fetch("/"))).toMatch(/6,000–15,000\sFt, at the restaurant/);
  const budget = await readPageText(await diner.get("/quiz?question=15"));
  expect(budget).toMatch(/As little as possible Up to 6,000\sFt\s+What a dinner/);
  expect(budget).toMatch(/More, if it’s worth it Up to 25,000\sFt/);
  await ops.json("city", "edit", "budapest", "--price-ranges", "none", "--yes");
  expect(await readPageText(await diner.get("/events"))).toContain("Mid-range prices");
});

test.each([
  [[600_000, 900_000], "huf", "6,000–9,000\u00a0Ft"],
  [[2_000, 3_550], "eur", "€20.00–35.50"],
  [[1_500, 1_500], "jpy", "¥1,500"],
  [[15_000, 30_000], "sek", "150–300\u00a0kr"],
] as const)("%j in %s is %s", (range, currency, text) => {
  expect(formatRange(range, currency)).toBe(text);
});

test("a club can change or leave out the words for the price", () => {
  const { club: face } = parseClubFace(
    { texts: { "price-now": "990 Ft", "price-badge": "", "price-before": "" } },
    "club.toml",
  );
  expect(face.texts).toMatchObject({ "price-now": "990 Ft", "price-badge": "", "price-before": "" });
  expect(parseClubFace({}, "club.toml").club.texts).toMatchObject({
    "price-before": "Normal price",
    "price-now": "Free",
    "price-badge": "For a limited time",
  });
});
