const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Hangul, kana, Han and their punctuation, full-width letters, and emoji. */
const isWide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

const widthOf = (grapheme: string) => (isWide.test(grapheme) ? 2 : 1);

const split = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

/** How many columns of a terminal a text takes. */
export const measureWidth = (text: string): number =>
  // Most cells are plain, and a large list has many.
  /^[ -~]*$/.test(text) ? text.length : split(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0);

/** As many characters as fit, and "…" where some don't. */
export function cutToWidth(text: string, maxWidth: number): string {
  if (measureWidth(text) <= maxWidth) return text;
  let [cut, width] = ["", 1];
  for (const grapheme of split(text)) {
    width += widthOf(grapheme);
    if (width > maxWidth) break;
    cut += grapheme;
  }
  return `${cut.trimEnd()}…`;
}
