import { findNodeAtLocation, type ParseError, parseTree } from "jsonc-parser";

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

/** The line on which text stops being JSON: engines don't agree on how, or whether, they say so. */
export function lineOfNonsense(text: string): number {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  return lineAt(text, errors[0]?.offset ?? 0);
}

/** Far more than any of our files, and far less than what a reader would run out of stack at. */
const deepest = 100;

export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > deepest) return true;
  }
  return false;
}

const lineAt = (text: string, position: number) => text.slice(0, position).split("\n").length;

/** For a sentence on a terminal, which what a file says must neither fill nor command. */
export function short(text: string, length = 40): string {
  const plain = text.replace(/\p{Cc}/gu, "�");
  return plain.length > length ? `${plain.slice(0, length)}…` : plain;
}
