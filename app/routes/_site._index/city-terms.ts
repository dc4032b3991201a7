import { formatAmount } from "#app/lib/price.ts";

export interface CityTerms {
  name: string;
  currency: string;
  deposit: number;
}

/** More would be too many for one line. */
export const maxListedCities = 3;

const list = new Intl.ListFormat("en-US");

/** "Budapest and Vienna", or "Budapest, Graz, Vienna and more". */
export const listCityNames = (cities: readonly CityTerms[]): string | null =>
  cities.length > 0 ? joinFew(cities.map(({ name }) => name)) : null;

/** "3000 HUF", or "3000 HUF in Budapest and 10 EUR in Vienna"; nothing for more cities than fit. */
export function listDeposits(cities: readonly CityTerms[]): string | null {
  const amounts = cities.map(({ deposit, currency }) => formatAmount(deposit, currency));
  if (cities.length === 0 || cities.length > maxListedCities) return null;
  if (new Set(amounts).size === 1) return amounts[0] ?? null;
  return list.format(cities.map(({ name }, i) => `${amounts[i]} in ${name}`));
}

function joinFew(names: string[]): string {
  if (names.length <= maxListedCities) return list.format(names);
  return `${names.slice(0, maxListedCities).join(", ")} and more`;
}
