/** Lines that somebody typed, without characters that can't be seen. Emoji keep what joins them. */
export const cleanLines = (typed: string): string =>
  typed
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{C}\n\u200d]/gu, " ")
    .trim();
