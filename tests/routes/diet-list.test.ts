import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { renderStatic } from "#app/components/render-static.server.ts";
import { DietList, describeDiets } from "#app/routes/events/diet-list.tsx";

test("a diet that the quiz words as a sentence has a short name, and its sign", () => {
  const [short, long] = [["Pescatarian"], ["Fish, but no meat"]];
  const html = renderStatic(DietList({ diets: long }) as ReactElement);
  expect(html).toContain("<svg");
  expect(html).toBe(renderStatic(DietList({ diets: short }) as ReactElement));
  expect(describeDiets(long)).toBe("caters for pescatarian");
});
