import { weekday } from "#app/lib/dates.ts";

interface SharedDinner {
  date: Date;
  timeZone: string;
  venue: { name: string } | null;
}

interface Other {
  firstName: string;
  contact: string | null;
}

/** Opens an email that the diner can change; null if the contact is no email address. */
export function firstLineHref(
  { date, timeZone, venue }: SharedDinner,
  { firstName, contact }: Other,
): string | null {
  if (!contact || !/^[^\s@,?&]+@[^\s@,?&.]+(?:\.[^\s@,?&.]+)+$/.test(contact)) return null;
  const where = venue ? ` at ${venue.name}` : "";
  const body = `Hi ${firstName},\n\nit was good to meet you on ${weekday(date, timeZone)}${where}. Would you like to meet again this week?\n`;
  const subject = encodeURIComponent(`Our dinner${where}`);
  return `mailto:${encodeURIComponent(contact).replace("%40", "@")}?subject=${subject}&body=${encodeURIComponent(body)}`;
}
