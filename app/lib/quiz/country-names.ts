/** Removes accents, so that "turk" finds Türkiye. */
export const normalize = (text: string) => text.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** For countries with several languages, besides their first. */
const furtherLanguages = ["de", "fr", "it"];

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const namesIn = (language: string) => new Intl.DisplayNames(language, { type: "region", fallback: "none" });

let ownNames: Map<string, string> | undefined;

/** "magyarorszag" → "Hungary". Made when first asked for, because it takes some 50 ms. */
export function listOwnNames(): ReadonlyMap<string, string> {
  if (ownNames) return ownNames;
  ownNames = new Map();
  const [english, ...further] = ["en", ...furtherLanguages].map(namesIn);
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const country = english?.of(code)?.replace("&", "and").replace("St.", "Saint");
    if (!country) continue;
    for (const names of [...further, namesIn(new Intl.Locale(`und-${code}`).maximize().language)]) {
      const name = names.of(code);
      if (name) ownNames.set(normalize(name), country);
    }
  }
  return ownNames;
}
