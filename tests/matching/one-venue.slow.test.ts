import { expect, test } from "vitest";
import { match } from "#app/matching/solve.ts";
import hashes from "./one-venue-hashes.json";
import { makeOneVenueInput, oneVenueInputs } from "./one-venue-inputs.ts";

test("seats one venue as before there were several at an event", () => {
  expect(hashes.length).toBe(oneVenueInputs);
  const found = hashes.map((_, i) => match(makeOneVenueInput(i)).hash);
  expect(found).toEqual(hashes);
});
