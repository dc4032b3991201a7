import { expect, test } from "vitest";
import { describePriceLevels } from "#app/routes/events/card-parts.tsx";

test.each([
  [1, 1, "Low prices"],
  [2, 2, "Mid-range prices"],
  [1, 3, "Low to high prices"],
  [2, 4, "Mid-range to very high prices"],
  [0, 9, ""],
])("describes the price levels %i to %i", (min, max, text) => {
  expect(describePriceLevels({ min, max })).toBe(text);
});
