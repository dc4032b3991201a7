import { expect, test } from "vitest";
import { depositAmount, formatForints, normalPrice, toStripeAmount } from "#app/lib/price.ts";

test("the amounts are those of the specification", () => {
  expect(formatForints(depositAmount)).toBe("3000 HUF");
  expect(formatForints(normalPrice)).toBe("2500 HUF");
});

test("a forint is a hundred of Stripe’s, from 1 Ft to a million", () => {
  expect(toStripeAmount(depositAmount)).toBe(300_000);
  for (let ft = 1; ft <= 1_000_000; ft++) {
    if (toStripeAmount(ft) !== Number(`${ft}00`)) expect.fail(`${ft} Ft became ${toStripeAmount(ft)}`);
  }
});
