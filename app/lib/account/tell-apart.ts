interface Person {
  firstName: string;
  lastName: string;
  /** Of two bookings of one person, none gets a number. */
  userId?: string;
  bookingId?: string;
  id?: string;
}

export const withInitial = ({
  firstName,
  lastInitial,
}: {
  firstName: string;
  lastInitial: string;
}): string => (lastInitial ? `${firstName} ${lastInitial}.` : firstName);

const toKey = (name: string) => name.normalize("NFC").toLowerCase();

/** "Anna K.", "Anna Ko." for people with one first name. Those of one whole name are numbered by their bookings’ ids. */
export function tellApart<Each extends Person>(people: readonly Each[]): Map<Each, string> {
  const byName = Map.groupBy(people, ({ firstName }) => toKey(firstName));
  return new Map(
    people.map((person) => [person, nameAmong(person, byName.get(toKey(person.firstName)) ?? [])]),
  );
}

function nameAmong<Each extends Person>(person: Each, all: readonly Each[]): string {
  const { firstName, lastName, userId } = person;
  const namesakes = all.filter((other) => other === person || !userId || other.userId !== userId);
  if (namesakes.length === 1) return firstName;
  const isAlike = (other: Each) => toKey(other.lastName) === toKey(lastName);
  const others = namesakes.filter((other) => other !== person && !isAlike(other));
  const letters = [...lastName];
  const begins = (name: string, count: number) => toKey([...name].slice(0, count).join(""));
  const isOwn = (count: number) =>
    others.every((other) => begins(other.lastName, count) !== begins(lastName, count));
  const found = letters.findIndex((_, i) => isOwn(i + 1)) + 1;
  const isWhole = found === 0 || (found === letters.length && found > 1);
  const family = isWhole ? lastName : `${letters.slice(0, found).join("")}.`;
  const alike = namesakes.filter(isAlike);
  const idOf = ({ bookingId, id }: Each) => bookingId ?? id ?? "";
  const before = alike.filter((other) => idOf(other) < idOf(person));
  const number = new Set(before.map((other) => other.userId ?? idOf(other))).size + 1;
  return [firstName, ...(lastName ? [family] : []), ...(alike.length > 1 ? [number] : [])].join(" ");
}

export function withNames<Each extends Person>(people: readonly Each[]): (Each & { name: string })[] {
  const names = tellApart(people);
  return people.map((person) => ({ ...person, name: names.get(person) ?? person.firstName }));
}
