import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Evening } from "#app/components/evening-drawing.tsx";
import { describeEvening, type EveningFacts, moonPhase } from "#app/lib/event/evening.ts";

const facts: EveningFacts = {
  startsAt: Date.parse("2026-12-04T18:00Z"),
  hour: 19,
  districts: ["Ferencváros", "Újlipótváros"],
  seats: 50,
  taken: 37,
};

const draw = (changes: Partial<EveningFacts> = {}, isYours = false) =>
  renderToStaticMarkup(<Evening evening={{ ...facts, ...changes }} isYours={isYours} />);

const pathOf = (html: string, name: string) =>
  new RegExp(`<path d="([^"]*)" class="${name}"`).exec(html)?.[1] ?? "";

const countWindows = (html: string, name: string) => pathOf(html, name).match(/M/g)?.length ?? 0;

const readWindows = (html: string) => ({
  lit: countWindows(html, "evening-lit"),
  yours: countWindows(html, "evening-lit evening-yours"),
  dark: countWindows(html, "evening-dark"),
});

// In universal time, as almanacs give them.
test.each([
  ["new moon", "2024-04-08T18:21Z", 0],
  ["full moon", "2026-11-24T14:53Z", 0.5],
  ["last quarter", "2026-12-01T06:09Z", 0.75],
  ["new moon", "2026-12-09T00:52Z", 0],
  ["first quarter", "2026-12-17T05:43Z", 0.25],
  ["full moon", "2026-12-24T01:28Z", 0.5],
])("draws the moon of that night: %s at %s", (_, date, phase) => {
  const distance = Math.abs(moonPhase(new Date(date)) - phase);
  expect(Math.min(distance, 1 - distance)).toBeLessThan(0.003);
});

describe("a window is a seat", () => {
  test.each([
    ["each seat of ten tables", { seats: 50, taken: 37 }, false, { lit: 37, yours: 0, dark: 13 }],
    ["one of them yours", { seats: 50, taken: 37 }, true, { lit: 36, yours: 1, dark: 13 }],
    ["nobody yet", { seats: 20, taken: 0 }, false, { lit: 0, yours: 0, dark: 20 }],
    ["only you", { seats: 5, taken: 1 }, true, { lit: 0, yours: 1, dark: 4 }],
    ["all taken", { seats: 5, taken: 5 }, false, { lit: 5, yours: 0, dark: 0 }],
    ["fewer seats than a table", { seats: 2, taken: 1 }, false, { lit: 1, yours: 0, dark: 1 }],
    ["in proportion at 200 tables", { seats: 1_000, taken: 500 }, true, { lit: 29, yours: 1, dark: 30 }],
    ["one lit for the first of many", { seats: 1_000, taken: 1 }, false, { lit: 1, yours: 0, dark: 59 }],
    ["one dark for the last of many", { seats: 1_000, taken: 999 }, false, { lit: 59, yours: 0, dark: 1 }],
  ])("%s", (_, changes, isYours, windows) => {
    expect(readWindows(draw(changes, isYours))).toEqual(windows);
  });
});

test("is small however many tables there are, and hidden from screen readers", () => {
  for (const seats of [0, 5, 60, 1_000])
    for (const hour of [12, 17, 20]) {
      const html = draw({ seats, hour, taken: Math.floor(seats / 2) }, seats > 0);
      expect(new TextEncoder().encode(html).length, `${seats} seats`).toBeLessThanOrEqual(4_000);
      expect(html).toContain('aria-hidden="true"');
      expect(html).not.toMatch(/NaN|undefined/);
    }
});

test("the same dinner looks the same to everybody, and the names of the neighborhoods alone decide the houses", () => {
  expect(draw()).toBe(draw());
  const roofs = (changes: Partial<EveningFacts>) => pathOf(draw(changes), "evening-roofs");
  expect(roofs({ taken: 3, hour: 12, startsAt: 0 })).toBe(roofs({}));
  expect(roofs({ districts: ["Óbuda"] })).not.toBe(roofs({}));
});

test("a dinner names its neighborhoods, each once, or none where one is unknown, and the prices of all its restaurants", () => {
  const describeAt = (venues: { district: string | null; priceLevel: number }[]) =>
    describeEvening(
      { date: new Date(facts.startsAt), timeZone: "Europe/Budapest", taken: 6, capacity: 50, venues },
      {
        priceRanges: [
          [400_000, 600_000],
          [600_000, 900_000],
        ],
        currency: "huf",
      },
    );
  const two = describeAt([
    { district: "Óbuda", priceLevel: 2 },
    { district: "Belváros", priceLevel: 1 },
    { district: "Óbuda", priceLevel: 2 },
  ]);
  expect(two).toMatchObject({
    where: "Belváros or Óbuda",
    prices: "4,000–9,000\u00a0Ft",
    seats: "6 of 50 seats taken",
  });
  expect(two.drawing).toMatchObject({ hour: 19, districts: ["Belváros", "Óbuda"] });
  const many = ["A", "B", "C", "D", "E"].map((district) => ({ district, priceLevel: 4 }));
  expect(describeAt(many)).toMatchObject({ where: "A, B, C or 2 more", prices: "Very high prices" });
  expect(describeAt([...many, { district: null, priceLevel: 4 }]).where).toBeNull();
  expect(describeAt([])).toMatchObject({ where: null, prices: null });
});
