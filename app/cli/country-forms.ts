import worldCountries from "world-countries";
import { countries } from "#app/lib/quiz/countries.ts";

export type CountryForm = "code" | "name";

const formsByText = new Map<string, CountryForm>([
  ...countries.map((name): [string, CountryForm] => [name, "name"]),
  ...worldCountries.map(({ cca2 }): [string, CountryForm] => [cca2, "code"]),
]);

/** Nothing for what is no country. The matcher compares letter by letter, so "hu" is none. */
export const getCountryForm = (text: string) => formsByText.get(text);
