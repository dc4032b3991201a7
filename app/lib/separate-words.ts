const inline = "a|b|em|label|s|small|span|strong|time";

const between = new RegExp(`</(?:${inline})>(?=<(?:${inline})\\b)`, "g");

/** A space between elements that only styles set apart, for text browsers and whoever copies the text. */
export const separateWords = (html: string): string => html.replaceAll(between, "$& ");
