import { expect, test } from "vitest";
import { describePriceLevels, formatAmount, minorUnits, parseAmount, typeAmount } from "#app/lib/price.ts";

test.each([
  [300_000, "huf", "3000 HUF"],
  [250_000, "huf", "2500 HUF"],
  [300_050, "huf", "3000.50 HUF"],
  [1_000, "eur", "10 EUR"],
  [750, "eur", "7.50 EUR"],
  [5, "eur", "0.05 EUR"],
  [1_500, "jpy", "1500 JPY"],
  [1_500, "kwd", "1.500 KWD"],
  [2_000, "kwd", "2 KWD"],
])("shows %i of the smallest unit of %s as %s", (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text);
});

test("an amount of a currency with three decimals is read as it is shown", () => {
  for (const amount of [7_500, 1_250, 2_000, 10])
    expect(parseAmount(typeAmount(amount, "kwd"), "kwd")).toBe(amount);
});

test("counts a currency as Stripe does", () => {
  expect(["huf", "eur", "jpy", "krw", "kwd"].map(minorUnits)).toEqual([100, 100, 1, 1, 1000]);
});

test.each([
  ["3000", "huf", 300_000],
  ["7.50", "eur", 750],
  ["7.5", "eur", 750],
  ["0", "eur", 0],
  ["1500", "jpy", 1_500],
  ["1500.5", "jpy", undefined],
  ["7.50", "isk", undefined],
  ["75", "isk", 7_500],
  ["1.25", "kwd", 1_250],
  ["1.250", "kwd", 1_250],
  ["1.255", "kwd", undefined],
  ["7.555", "eur", undefined],
  ["999999.99", "eur", 99_999_999],
  ["1000000", "eur", undefined],
  ["1,50", "eur", undefined],
  ["-1", "eur", undefined],
  [" 1", "eur", undefined],
  ["1e3", "eur", undefined],
  ["", "eur", undefined],
])("reads “%s” in %s as %s", (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount);
});

test.each([
  [1, 1, "Low prices"],
  [2, 2, "Mid-range prices"],
  [1, 3, "Low to high prices"],
  [2, 4, "Mid-range to very high prices"],
  [0, 9, ""],
])("describes the price levels %i to %i", (min, max, text) => {
  expect(describePriceLevels({ min, max })).toBe(text);
});
