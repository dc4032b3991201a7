import { expect, test } from "vitest";
import { depositAmount, formatForints, normalPrice, toStripeAmount } from "#app/lib/price.ts";

test("shows the deposit and the normal price in forints", () => {
  expect(formatForints(depositAmount)).toBe("3000 HUF");
  expect(formatForints(normalPrice)).toBe("2500 HUF");
});

test("converts forints to Stripe's hundredths exactly, from 1 Ft to a million", () => {
  expect(toStripeAmount(depositAmount)).toBe(300_000);
  for (let forints = 1; forints <= 1_000_000; forints++) {
    if (toStripeAmount(forints) !== Number(`${forints}00`))
      expect.fail(`${forints} Ft became ${toStripeAmount(forints)}`);
  }
});
