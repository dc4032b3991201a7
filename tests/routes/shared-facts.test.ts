import { expect, test } from "vitest";
import { findShared, listDiets } from "#app/routes/events/card-parts.tsx";

const card = (prices: string | null = null, shortText?: string, date = "Friday, December 4") => ({
  date,
  warning: shortText ? { text: "", shortText } : null,
  evening: { prices } as Parameters<typeof findShared>[0][number]["evening"],
});

test("a diet that the quiz words as a sentence has a short name", () => {
  expect(listDiets(["Vegan", "Fish, but no meat"])).toBe("vegan, pescatarian");
});

test("prices are shared where they are the same for all dinners", () => {
  expect(findShared([card("€20"), card("€20")]).prices).toBe("€20");
  expect(findShared([card("€20"), card("€30")]).prices).toBeNull();
});

test("dinners of one evening say where they are", () => {
  const other = card(null, undefined, "Friday, December 11");
  expect(findShared([card(), other, card()]).dates).toEqual(["Friday, December 4"]);
  expect(findShared([card(), other]).dates).toEqual([]);
});

test("a warning is left to the chosen dinner if it holds for all of several dinners", () => {
  const dear = card(null, "More than you’d spend");
  expect(findShared([dear, dear]).hasWarning).toBe(true);
  expect(findShared([dear]).hasWarning).toBe(false);
  expect(findShared([dear, card()]).hasWarning).toBe(false);
  expect(findShared([dear, card(null, "No step-free access")]).hasWarning).toBe(false);
  expect(findShared([card(), card()]).hasWarning).toBe(false);
});
