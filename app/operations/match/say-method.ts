/** How the tables were made: few diners are seated exactly, and for more the matcher searches. */
export function sayMethod(isExact: boolean | null): string {
  if (isExact === null) return "How they were made is not known.";
  return isExact
    ? "No other tables of these diners are better: all were compared."
    : "They are the best that a search found; other tables of these diners could be a little better.";
}
