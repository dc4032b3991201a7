import { expect, test } from "vitest";
import { drawStreetPlan } from "#app/components/venue-picture.tsx";

const slugs = ["budapest", "vienna", "city-1", "city-2", "são-paulo", ""];

test("draws the same plan for the same name, and another one for another name", () => {
  const plans = slugs.map((slug) => JSON.stringify(drawStreetPlan(slug)));
  expect(slugs.map((slug) => JSON.stringify(drawStreetPlan(slug)))).toEqual(plans);
  expect(new Set(plans).size).toBe(slugs.length);
});

test("draws small plans with one block as a park, for any name", () => {
  for (let i = 0; i < 500; i++) {
    const plan = drawStreetPlan(`city-${i}`);
    expect(JSON.stringify(plan).length).toBeLessThan(600);
    expect(JSON.stringify(plan)).not.toMatch(/NaN|null/);
    expect(plan.park.width).toBeGreaterThan(10);
    expect(plan.park.height).toBeGreaterThan(10);
  }
});
