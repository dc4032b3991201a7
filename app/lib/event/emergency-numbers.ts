/** Countries by the number that their emergency services, or their police, answer. */
const countriesByNumber: Record<string, string> = {
  "000": "AU",
  "110": "CN JP",
  "111": "NZ",
  "112":
    "AL AT BE BG CH CY CZ DE DK EE ES FI FR GE GR HR HU IE IN IS IT LI LT LU LV MD ME MK MT NL NO PL PT RO SE SI SK TR UA XK ZA",
  "911": "AR CA CR EC MX PH PR US UY",
  "999": "GB GG HK IM JE KE SG",
};

const numbers = new Map(
  Object.entries(countriesByNumber).flatMap(([number, countries]) =>
    countries.split(" ").map((country) => [country, number] as const),
  ),
);

/** Null where it is not known. The country is two letters, as in ISO 3166. */
export const emergencyNumber = (country: string | null): string | null =>
  numbers.get(country?.toUpperCase() ?? "") ?? null;
