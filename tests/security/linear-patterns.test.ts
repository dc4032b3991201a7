import { globSync, readFileSync } from "node:fs";
import { createContext, Script } from "node:vm";
import ts from "typescript";
import { expect, test } from "vitest";

/** What is repeated, and what stands before it. */
const repeated = [
  " ",
  "\n",
  "\t",
  "a",
  "A",
  "é",
  "0",
  "-",
  "_",
  "/",
  "//",
  ".",
  "..",
  ",",
  ":",
  "=",
  "<",
  "@",
];
const mixed = ["a.", ".a", "a@", "@.", "a ", " a", "/a", "a/", "0.", "0,", "a-", "-a", "<a", "a=", "a,"];
const after = ["\u0001", "@\u0001"];
const before = ["", "a", "a@", "//", "0", "<"];

const attacks = (length: number) =>
  before.flatMap((start) =>
    [...repeated, ...mixed].flatMap((unit) =>
      after.map((end) => `${start}${unit.repeat(length / unit.length)}${end}`),
    ),
  );

interface Pattern {
  place: string;
  text: string;
}

function listPatterns(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${file}:${line + 1}`, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const patterns = globSync("app/**/*.{ts,tsx,mjs}").flatMap(listPatterns);

const context = createContext({ text: "", performance });

/** The fastest of three, in milliseconds, or the time after which it is ended. */
function measureMs(script: Script, text: string): number {
  context.text = text;
  try {
    return script.runInContext(context, { timeout: 3_000 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return Infinity;
    throw error;
  }
}

/** So short that no quadratic pattern keeps to it at 10 kB. */
const surelyLinearMs = 2;

/** As `replaceAll` uses it, which tries every place of the text. */
const compile = ({ text }: Pattern) => {
  const flags = text.slice(text.lastIndexOf("/") + 1);
  return new Script(`{
    const pattern = new RegExp((${text}).source, ${JSON.stringify(`${flags.replace(/[gy]/g, "")}g`)});
    let ms = Infinity;
    for (let i = 0; i < 3 && ms >= ${surelyLinearMs}; i++) {
      const start = performance.now();
      text.replace(pattern, "");
      ms = Math.min(ms, performance.now() - start);
    }
    ms;
  }`);
};

const [shortAttacks, longAttacks] = [attacks(10_000), attacks(100_000)];

function findSlowText(pattern: Pattern): string | undefined {
  const script = compile(pattern);
  for (const [i, text] of shortAttacks.entries()) {
    const shortMs = measureMs(script, text);
    if (shortMs < surelyLinearMs) continue;
    const longMs = measureMs(script, longAttacks[i] ?? "");
    if (longMs > 15 * shortMs || longMs === Infinity) return JSON.stringify(text.slice(0, 12));
  }
}

test("finds the patterns of the code", () => {
  expect(patterns.length).toBeGreaterThan(80);
});

test("every pattern takes about ten times as long for ten times the text", () => {
  const slow = patterns.flatMap((pattern) => {
    const text = findSlowText(pattern);
    return text ? [`${pattern.place} ${pattern.text} with ${text}…`] : [];
  });
  expect(slow).toEqual([]);
});

test("a pattern that begins anew at every place is found", () => {
  for (const text of ["/\\s+$/", "/^[^@]+@[^@]+\\.[^@]+$/", "/(a+)+$/"])
    expect(findSlowText({ place: "", text }), text).toBeDefined();
});
