import { expect, test } from "vitest";
import { type CityTerms, listCityNames, listDeposits } from "#app/routes/_site._index/club-facts.server.ts";

const budapest: CityTerms = { name: "Budapest", currency: "huf", deposit: 300_000 };
const vienna: CityTerms = { name: "Vienna", currency: "eur", deposit: 1_000 };
const graz: CityTerms = { ...vienna, name: "Graz" };
const linz: CityTerms = { ...vienna, name: "Linz", deposit: 800 };

test.each([
  [[], null],
  [[budapest], "Budapest"],
  [[budapest, vienna], "Budapest and Vienna"],
  [[budapest, graz, vienna], "Budapest, Graz, and Vienna"],
  [[budapest, graz, linz, vienna], "Budapest, Graz, Linz and more"],
])("names cities", (cities, names) => {
  expect(listCityNames(cities)).toBe(names);
});

test.each([
  [[], null],
  [[budapest], "3000 HUF"],
  [[graz, vienna], "10 EUR"],
  [[budapest, vienna], "3000 HUF in Budapest and 10 EUR in Vienna"],
  [[budapest, graz, linz, vienna], null],
])("lists deposits", (cities, deposits) => {
  expect(listDeposits(cities)).toBe(deposits);
});
