import { findNodeAtLocation, type ParseError, parseTree } from "jsonc-parser";

export interface JsonError {
  path: (string | number)[];
  message: string;
}

export function findLine(text: string, path: JsonError["path"]): number {
  const tree = parseTree(text);
  let node = tree;
  for (let depth = path.length; tree && depth > 0; depth--) {
    node = findNodeAtLocation(tree, path.slice(0, depth));
    if (node) break;
  }
  return lineAt(text, node?.offset ?? 0);
}

/** The errors of JSON.parse name the place differently on each engine, or not at all. */
export function findSyntaxErrorLine(text: string): number {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  return lineAt(text, errors[0]?.offset ?? 0);
}

/** The parser is recursive and runs out of stack on deeper files. */
const maxDepth = 100;

export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

/** Shortens text from a file, and removes control characters that a terminal would obey. */
export function quoteSafely(text: string, maxLength = 40): string {
  const plain = text.replace(/\p{Cc}/gu, "�");
  return plain.length > maxLength ? `${plain.slice(0, maxLength)}…` : plain;
}
