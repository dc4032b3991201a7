interface Person {
  firstName: string;
  lastInitial: string;
}

export const withInitial = ({ firstName, lastInitial }: Person): string =>
  lastInitial ? `${firstName} ${lastInitial}.` : firstName;

/** First names, with an initial if more than one person has the same: "Anna K." */
export function tellApart<Each extends Person>(people: readonly Each[]): Map<Each, string> {
  const byName = Map.groupBy(people, ({ firstName }) => firstName.toLowerCase());
  return new Map(
    people.map((person) => {
      const isOnly = byName.get(person.firstName.toLowerCase())?.length === 1;
      return [person, isOnly ? person.firstName : withInitial(person)];
    }),
  );
}

/** The same as a column. */
export function withNames<Each extends Person>(people: readonly Each[]): (Each & { name: string })[] {
  const names = tellApart(people);
  return people.map((person) => ({ ...person, name: names.get(person) ?? person.firstName }));
}
