import { globSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
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

/** So short that no quadratic pattern keeps to it at 10 kB. */
const surelyLinearMs = 2;

/** Of the processor, which other programs may use meanwhile. */
const spentMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Milliseconds for each text, the fastest of three, or nothing where they take seconds: only `vm` can end a pattern. */
function measureMs({ text }: Pattern, texts: string[], timeoutMs: number): number[] | undefined {
  const flags = text.slice(text.lastIndexOf("/") + 1).replace(/[gy]/g, "");
  // As `replaceAll` uses it, which tries every place of the text.
  const code = `texts.map((text) => {
    const pattern = new RegExp((${text}).source, "${flags}g");
    let ms = Infinity;
    for (let i = 0; i < 3 && ms >= ${surelyLinearMs}; i++) {
      const start = spentMs();
      text.replace(pattern, "");
      ms = Math.min(ms, spentMs() - start);
    }
    return ms;
  })`;
  try {
    return Array.from(runInNewContext(code, { texts, spentMs }, { timeout: timeoutMs }) as number[]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
}

const [shortAttacks, longAttacks] = [attacks(10_000), attacks(100_000)];

function findSlowText(pattern: Pattern, timeoutMs = 30_000): string | undefined {
  const measure = (text = "") => measureMs(pattern, [text], timeoutMs)?.[0] ?? Infinity;
  const isSlow = (i: number) => {
    const before = measure(shortAttacks[i]);
    return before >= surelyLinearMs && measure(longAttacks[i]) > 15 * before;
  };
  const shortMs = measureMs(pattern, shortAttacks, timeoutMs);
  if (!shortMs) return "several texts";
  // Again, because the processor itself is slower at times.
  const found = shortMs.findIndex((ms, i) => ms >= surelyLinearMs && isSlow(i) && isSlow(i) && isSlow(i));
  return found < 0 ? undefined : JSON.stringify(shortAttacks[found]?.slice(0, 12));
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
  for (const text of ["/\\s+$/", "/^[^@]+@[^@]+\\.[^@]+$/"])
    expect(findSlowText({ place: "", text }, 1_000), text).toBeDefined();
});
