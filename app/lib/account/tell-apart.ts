interface Person {
  firstName: string;
  lastInitial: string;
}

/** First names, with an initial if more than one person has the same: "Anna K." */
export function tellApart<Each extends Person>(people: readonly Each[]): Map<Each, string> {
  const byName = Map.groupBy(people, ({ firstName }) => firstName.toLowerCase());
  return new Map(
    people.map((person) => {
      const isOnly = byName.get(person.firstName.toLowerCase())?.length === 1;
      return [person, isOnly ? person.firstName : `${person.firstName} ${person.lastInitial}.`];
    }),
  );
}
