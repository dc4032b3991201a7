import { expect, test } from "vitest";
import { hashText } from "#app/matching/hash.ts";
import { match } from "#app/matching/solve.ts";
import hashes from "./one-venue-hashes.json";
import { makeOneVenueInput, oneVenueInputs } from "./one-venue-inputs.ts";

/** So the hashes stay when the version of the rules is raised for other inputs. */
const version = 6;

test("seats one venue without terms as before tables had them, and the few above a hundred as since they are proven", () => {
  expect(hashes.length).toBe(oneVenueInputs);
  const found = hashes.map((_, i) => {
    const { hash, ...seating } = match(makeOneVenueInput(i));
    return hashText(JSON.stringify({ ...seating, version }));
  });
  expect(found).toEqual(hashes);
});
