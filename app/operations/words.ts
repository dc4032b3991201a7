/** The first eight characters of a UUID are enough to type. */
export const shortId = (id: string) => (/^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id);

export const plural = (count: number, singular: string, pluralForm = `${singular}s`) =>
  `${count} ${count === 1 ? singular : pluralForm}`;

/** Below a list that asked for one more than it shows: how many there are would have to be counted. */
export const tellCut = (found: readonly unknown[], limit: number) =>
  found.length > limit ? [`There are more than ${limit}: --limit lists more.`] : [];

/** Two names are the same where these are. */
export const nameKey = (name: string) => name.normalize("NFC").toLowerCase();

const list = new Intl.ListFormat("en-GB");

export const maxNames = 3;

/** "Anna, Bea and Cili", or "Anna, Bea and 3 others". `total` is for names that were not loaded. */
export const joinNames = (names: readonly string[], total = names.length) =>
  list.format(
    total <= maxNames ? names : [...names.slice(0, maxNames - 1), `${total - maxNames + 1} others`],
  );

const choices = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** "budapest, tokyo or vienna", or "budapest, city-0 or one of 500 others" */
export const joinChoices = (names: readonly string[]) =>
  choices.format(
    names.length <= maxNames
      ? names
      : [...names.slice(0, maxNames - 1), `one of ${names.length - maxNames + 1} others`],
  );

/** "2 events and 1 schedule"; empty where all are none. */
export const listCounts = (counts: readonly [count: number, noun: string][]) =>
  list.format(counts.filter(([count]) => count > 0).map(([count, noun]) => plural(count, noun)));
