import { reservedName } from "#app/lib/account/reserved-name.ts";
import type { BookingFacts, EmailContent } from "./template.ts";

const joinNames = (names: string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);

type Fact = NonNullable<EmailContent["facts"]>[number];

/** Where to go and whom to ask for; without a seat only the city is known. */
export function whereFact({ place, cityName }: BookingFacts): Fact {
  if (!place) return ["Where", [cityName, "You’ll get the address with your table."]];
  const { name, address, district, phone } = place;
  return ["Where", [name, address, district ?? "", phone ? `Phone: ${phone}` : ""].filter(Boolean)];
}

export function tableFact({ place, tableMates }: BookingFacts, shares: string[] = []): Fact {
  const number = place ? [`Table ${place.tableNumber}, reserved for ${reservedName}`] : [];
  return ["Your table", [...number, joinNames([...tableMates, "you"]), ...shares]];
}

export const directionsAction = ({ place }: BookingFacts): EmailContent["action"] =>
  place ? { label: "Get Directions", href: place.mapsLink } : undefined;
