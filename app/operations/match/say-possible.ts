/** How much better other tables of the same diners could be, in points of a table's score. */
export function sayWhatIsPossible(gain: number | null): string {
  if (gain === null) return "How much better other tables of these diners could be is not known.";
  if (gain === 0) return "It is proven that no other tables of these diners are better.";
  const atMost = (Math.ceil(10 * gain) / 10).toFixed(1);
  return `Other tables of these diners can be better by ${atMost} points each at most. Whether any are is not proven.`;
}
