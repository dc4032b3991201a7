interface ClubContact {
  CONTACT_EMAIL?: string;
  SAFETY_PHONE?: string;
}

export interface Safety {
  email: string | null;
  phone: string | null;
  /** The number for the city's country; null if it is unknown. */
  emergency: string | null;
}

export const findSafety = ({ CONTACT_EMAIL, SAFETY_PHONE }: ClubContact, country: string | null): Safety => ({
  email: CONTACT_EMAIL || null,
  phone: SAFETY_PHONE || null,
  emergency: emergencyNumber(country),
});

export const unknownEmergencyNumber = "your local emergency number";

/** The sentences of an email. `SafetyLine` shows the same with links. */
export function describeSafety({ email, phone, emergency }: Safety): [string, string] {
  const ways = ["Tell the host", email && `write to us at ${email}`, phone && `call us on ${phone}`].filter(
    (way) => way !== null,
  );
  const list = new Intl.ListFormat("en-US", { type: "disjunction" }).format(ways);
  return [`${list}.`, `In an emergency, dial ${emergency ?? unknownEmergencyNumber}.`];
}

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

/** Null if it is unknown. The country is two letters, as in ISO 3166. */
export const emergencyNumber = (country: string | null): string | null =>
  numbers.get(country?.toUpperCase() ?? "") ?? null;

export const telephoneLink = (number: string) => `tel:${number.replaceAll(/[^\d+]/g, "")}`;
