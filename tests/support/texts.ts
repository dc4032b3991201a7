import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "#app/cli/project.mjs";

/** Elements that a sentence goes through. */
const inlineElements = new Set(["a", "abbr", "b", "code", "em", "i", "span", "strong", "time"]);

/** Attributes that nobody reads. */
const unreadAttributes = /^(class|className|style|d|href|src|id|key)$/;

/** What stands in a sentence for a value. */
const value = "…";

/** So that texts compare whatever their spaces and apostrophes are. */
export const normalizeText = (text: string): string =>
  text
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .replace(/…[… ]*…/g, "…")
    .trim();

/** Without values around a sentence. */
const splitSentences = (text: string): string[] =>
  normalizeText(text)
    .split(/(?<=[.?!]”?) (?=\S)/)
    .map((sentence) => sentence.replace(/^… (?=[A-Z])|(?<=[.?!])…$/g, ""));

function readString(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => value + literal.text)].join("");
}

/** Where `property` is given, only what its values say. */
function readTexts(file: string, property?: string): string[] {
  const texts: string[] = [];
  const readChildren = (children: readonly ts.JsxChild[]): string =>
    children
      .map((child) => {
        if (ts.isJsxText(child)) return child.text.replace(/^\s*\n\s*|\s*\n\s*$/g, "");
        if (ts.isJsxElement(child) && inlineElements.has(child.openingElement.tagName.getText())) {
          visit(child.openingElement.attributes);
          return readChildren(child.children);
        }
        if (!ts.isJsxExpression(child)) {
          visit(child);
          return "\0";
        }
        if (!child.expression) return "";
        if (ts.isStringLiteralLike(child.expression)) return child.expression.text;
        visit(child.expression);
        return value;
      })
      .join("");
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return;
    if (ts.isJsxAttribute(node) && unreadAttributes.test(node.name.getText())) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      if (ts.isJsxElement(node)) visit(node.openingElement.attributes);
      texts.push(...readChildren(node.children).split("\0"));
      return;
    }
    const text = readString(node);
    if (text !== undefined) texts.push(text);
    ts.forEachChild(node, visit);
  };
  const visitProperties = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === property) visit(node.initializer);
    else ts.forEachChild(node, visitProperties);
  };
  const source = readFileSync(join(root, file), "utf8");
  const kind = file.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  (property ? visitProperties : visit)(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind));
  return texts;
}

/** The strings of a file of SQL. */
const readSqlStrings = (file: string): string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(/'((?:[^']|'')*)'/g)].map(([, text = ""]) => text);

/** The sentences of a page of documentation; a cell of a table is a text of its own. */
const readMarkdown = (file: string): string[] =>
  readFileSync(join(root, file), "utf8")
    .replace(/^```[\s\S]*?^```/gm, "\n\n")
    .replace(/^\s*(?:[-*]|\d+\.) /gm, "\n\n")
    .split(/\n\n|\||^#+ /m)
    .map((text) => text.replace(/\]\([^)]*\)|[[*`]|\b_|_\b/g, ""));

/** What only developers read, and questions that a table may begin to talk with. */
const unread = [
  "app/routes/*dev.*",
  "app/routes/*dev.*/**",
  "app/emails/previews.ts",
  "app/routes/dashboard.bookings.$id/describe-dinner.server.ts",
];

interface Sentence {
  file: string;
  sentence: string;
}

export function listSentences(pattern: string, property?: string): Sentence[] {
  return globSync(pattern, { cwd: root, exclude: unread }).flatMap((file) => {
    let texts: string[];
    if (file.endsWith(".sql")) texts = readSqlStrings(file);
    else if (file.endsWith(".md")) texts = readMarkdown(file);
    else texts = readTexts(file, property);
    return texts
      .flatMap(splitSentences)
      .filter((sentence) => /[a-z] \S/i.test(sentence))
      .map((sentence) => ({ file, sentence }));
  });
}
