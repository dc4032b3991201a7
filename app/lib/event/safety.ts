import { emergencyNumber } from "./emergency-numbers.ts";

interface ClubContact {
  CONTACT_EMAIL?: string;
  SAFETY_PHONE?: string;
}

export interface Safety {
  email: string | null;
  phone: string | null;
  /** Of the city's country; null where it is not known. */
  emergency: string | null;
}

/** Where a diner finds help during a dinner. */
export const findSafety = ({ CONTACT_EMAIL, SAFETY_PHONE }: ClubContact, country: string | null): Safety => ({
  email: CONTACT_EMAIL || null,
  phone: SAFETY_PHONE || null,
  emergency: emergencyNumber(country),
});

export const unknownEmergencyNumber = "your local emergency number";

/** As sentences of an email; `SafetyLine` shows the same with links. */
export function describeSafety({ email, phone, emergency }: Safety): string {
  const ways = ["Tell the host", email && `write to us at ${email}`, phone && `call us on ${phone}`].filter(
    (way) => way !== null,
  );
  const list = new Intl.ListFormat("en-US", { type: "disjunction" }).format(ways);
  return `Need help? ${list}. In an emergency, dial ${emergency ?? unknownEmergencyNumber}.`;
}
