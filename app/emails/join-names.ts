export const joinNames = (names: string[]) =>
  new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);
