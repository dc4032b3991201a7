/** Letters that no normalization takes apart. */
const plainLetters: Record<string, string> = {
  æ: "ae",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ø: "o",
  œ: "oe",
  ß: "ss",
  ς: "σ",
  þ: "th",
};

const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[æđðħıłøœßςþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/\p{M}/gu, "");

const noLetters = /[^\p{L}\p{N}]+/gu;

/** Lower case, without accents, and a space for all that is neither letter nor digit: "Ágnes O’Brien" becomes "agnes o brien". */
export const foldName = (name: string): string => folded(name).replaceAll(noLetters, " ").trim();

/** What the search for people compares: " agnes / o brien". A space is before each word. */
export const toNameKey = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  ` ${foldName(firstName)} / ${foldName(lastName)}`;

/** Each folded letter, and the place in the name that it comes from. */
function foldWithPlaces(name: string): { text: string; places: number[] } {
  let text = "";
  const places: number[] = [];
  let place = 0;
  for (const letter of name) {
    const plain = folded(letter).replaceAll(noLetters, " ");
    text += plain;
    places.push(...Array(plain.length).fill(place));
    place += letter.length;
  }
  return { text, places };
}

/** Where a folded word is in a name; first where a word of the name begins with it. */
export function findInName(name: string, word: string): { from: number; to: number } | undefined {
  const { text, places } = foldWithPlaces(name);
  const atStart = ` ${text}`.indexOf(` ${word}`);
  const at = atStart >= 0 ? atStart : text.indexOf(word);
  const from = places[at];
  if (from === undefined || word === "") return undefined;
  return { from, to: places[at + word.length] ?? name.length };
}

/** As many slips are forgiven in a word: a wrong, missing or additional letter, or two that changed places. */
export const allowedSlips = ({ length }: string): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** The fewest slips with which a word of the name begins with the typed word; undefined if there are more than allowed. */
export function countSlips(name: string, word: string): number | undefined {
  const allowed = allowedSlips(word);
  const counts = foldName(name)
    .split(" ")
    .map((each) => distanceToBeginning(word, each));
  const fewest = Math.min(...counts);
  return fewest <= allowed ? fewest : undefined;
}

/** The same of an address from its beginning on. */
export function countSlipsInAddress(address: string, typed: string): number | undefined {
  const count = distanceToBeginning(typed, address);
  return count <= allowedSlips(typed) ? count : undefined;
}

function distanceToBeginning(typed: string, word: string): number {
  const columns = word.slice(0, typed.length + 2);
  let [beforeLast, last]: number[][] = [[], Array.from({ length: columns.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= columns.length; j++) {
      const isSame = typed[i - 1] === columns[j - 1];
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === columns[j - 2] && typed[i - 2] === columns[j - 1];
      row[j] = Math.min(
        (last?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last?.[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return Math.min(...(last ?? []));
}
