import { expect, test } from "vitest";
import { formatAmount, minorUnits } from "#app/lib/price.ts";

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

test("counts a currency as Stripe does", () => {
  expect(["huf", "eur", "jpy", "krw", "kwd"].map(minorUnits)).toEqual([100, 100, 1, 1, 1000]);
});
