const list = new Intl.ListFormat("en-GB");

const maxNames = 3;

/** "Anna, Bea and Cili", or "Anna, Bea and 3 others". `total` is for names that were not loaded. */
export const joinNames = (names: readonly string[], total = names.length) =>
  list.format(
    total <= maxNames ? names : [...names.slice(0, maxNames - 1), `${total - maxNames + 1} others`],
  );
