import { expect, test } from "vitest";
import { asForints, depositAmount, inStripesUnit, normalPrice } from "#app/lib/price.ts";

test("the amounts are those of the specification", () => {
  expect(asForints(depositAmount)).toBe("3000 HUF");
  expect(asForints(normalPrice)).toBe("2500 HUF");
});

test("a forint is a hundred of Stripe’s, from 1 Ft to a million", () => {
  expect(inStripesUnit(depositAmount)).toBe(300_000);
  for (let ft = 1; ft <= 1_000_000; ft++) {
    if (inStripesUnit(ft) !== Number(`${ft}00`)) expect.fail(`${ft} Ft became ${inStripesUnit(ft)}`);
  }
});
