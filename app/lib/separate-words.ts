const inline = "a|b|em|label|s|small|span|strong|time";

const between = new RegExp(`</(?:${inline})>(?=<(?:${inline})\\b)`, "g");

/** Adds a space between elements that only styles separate, for text browsers and for copied text. */
export const separateWords = (html: string): string => html.replaceAll(between, "$& ");
