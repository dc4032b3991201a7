import ts from "typescript";

/** A small change that makes the product break a promise. Both texts stand in one expression of the file. */
export interface Mutation {
  file: string;
  /** Stands once in the file. */
  from: string;
  to: string;
}

interface Switch {
  start: number;
  end: number;
  text: string;
}

/**
 * Puts mutations of one file beside what they replace, so that one build has all of them and `globalThis.doubted` names the one
 * in force. Returns what could not be added because it is within another one.
 */
export function switchMutations(
  file: string,
  source: string,
  mutations: Record<string, Mutation>,
): { source: string; left: string[] } {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const switches: Switch[] = [];
  const left: string[] = [];
  for (const [name, mutation] of Object.entries(mutations)) {
    const { start, end, isDoubted, mutated } = createSwitch(parsed, name, mutation);
    const same = switches.find((other) => other.start === start && other.end === end);
    const unbroken = same ? same.text : `(${source.slice(start, end)})`;
    const text = `(${isDoubted} ? (${mutated}) : ${unbroken})`;
    if (same) same.text = text;
    else if (switches.some((other) => other.start < end && start < other.end)) left.push(name);
    else switches.push({ start, end, text });
  }
  const last = switches.toSorted((a, b) => b.start - a.start);
  const switched = last.reduce(
    (text, { start, end, text: own }) => text.slice(0, start) + own + text.slice(end),
    source,
  );
  return { source: switched, left };
}

function createSwitch(parsed: ts.SourceFile, name: string, mutation: Mutation) {
  const { start, end, replacement } = findChange(parsed.text, name, mutation);
  let node = findExpression(parsed, start, end);
  if (!node) throw new Error(`The mutation “${name}” is not within an expression of ${mutation.file}.`);
  // Of several parts of a condition only the whole may be an expression once it is changed.
  while (!isExpressionText(mutate(node))) {
    const parent = findExpression(parsed, node.getStart(), node.end, node);
    if (!parent) throw new Error(`The mutation “${name}” leaves no expression in ${mutation.file}.`);
    node = parent;
  }
  return {
    start: node.getStart(),
    end: node.end,
    isDoubted: `globalThis.doubted === ${JSON.stringify(name)}`,
    mutated: mutate(node),
  };

  function mutate(within: ts.Node): string {
    return parsed.text.slice(within.getStart(), start) + replacement + parsed.text.slice(end, within.end);
  }
}

/** Where the mutation changes the source, without what its two texts have in common. */
function findChange(source: string, name: string, { file, from, to }: Mutation) {
  const at = source.indexOf(from);
  if (at < 0 || source.includes(from, at + 1))
    throw new Error(
      `${file} has ${at < 0 ? "no" : "more than one"} place for the mutation “${name}”: ${from}`,
    );
  let before = 0;
  while (before < Math.min(from.length, to.length) && from[before] === to[before]) before++;
  let after = 0;
  const shortest = Math.min(from.length, to.length) - before;
  while (after < shortest && from.at(-1 - after) === to.at(-1 - after)) after++;
  return {
    start: at + before,
    end: at + from.length - after,
    replacement: to.slice(before, to.length - after),
  };
}

/** The smallest expression around a range, or around a node. */
function findExpression(root: ts.Node, start: number, end: number, inner?: ts.Node): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node) => {
    if (node.getStart() > start || node.end < end || node === inner) return;
    if (isWholeExpression(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** Something else of the same kind may stand in its place. */
function isWholeExpression(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent || !ts.isExpression(node) || ts.isOmittedExpression(node) || ts.isSpreadElement(node))
    return false;
  if ("name" in parent && parent.name === node) return false;
  if ("label" in parent && parent.label === node) return false;
  if (ts.isTaggedTemplateExpression(parent) && (parent.template === node || parent.tag === node))
    return false;
  if (ts.isExpressionWithTypeArguments(parent) || ts.isTypeNode(parent) || ts.isLiteralTypeNode(parent))
    return false;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExportSpecifier(parent))
    return false;
  if (ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent)) return false;
  if (
    ts.isPrefixUnaryExpression(parent) ||
    ts.isPostfixUnaryExpression(parent) ||
    ts.isDeleteExpression(parent)
  )
    return false;
  if (ts.isJsxAttribute(parent) || ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent))
    return false;
  return !ts.isJsxExpression(node) && !ts.isJsxAttributes(node) && !ts.isJsxOpeningElement(node);
}

const isAssignment = ({ operatorToken: { kind } }: ts.BinaryExpression) =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

function isExpressionText(text: string): boolean {
  const { parseDiagnostics } = ts.createSourceFile(
    "part.tsx",
    `(${text});`,
    ts.ScriptTarget.Latest,
  ) as ts.SourceFile & {
    parseDiagnostics: readonly unknown[];
  };
  return parseDiagnostics.length === 0;
}
