import { findNodeAtLocation, parseTree } from "jsonc-parser";

/** What is wrong in a file of JSON, and at which of its entries. */
export interface Fault {
  path: (string | number)[];
  says: string;
}

/** The line on which an entry stands, or what would have it. */
export function lineOf(text: string, path: Fault["path"]): number {
  const tree = parseTree(text);
  let node = tree;
  for (let depth = path.length; tree && depth > 0; depth--) {
    node = findNodeAtLocation(tree, path.slice(0, depth));
    if (node) break;
  }
  return lineAt(text, node?.offset ?? 0);
}

/** Engines say where JSON ends to make sense as a position, as a line, or, at the end of the text, not at all. */
export function lineOfNonsense(text: string, message: string): number {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  return lineAt(text, position === undefined ? text.length : Number(position));
}

const lineAt = (text: string, position: number) => text.slice(0, position).split("\n").length;

export const short = (text: string, length = 40) =>
  text.length > length ? `${text.slice(0, length)}…` : text;
