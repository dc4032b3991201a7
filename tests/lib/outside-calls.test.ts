import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";

/** Packages that call somebody outside by themselves. */
const clients = ["Google", "Resend", "Stripe"];

/** What limits the calls of these files, where no call has an `AbortSignal.timeout` of its own. */
const otherLimits: Record<string, string[]> = {
  "app/auth/google.server.ts new Google": [
    "withTimeout(timeoutMs, super.fetchAccessToken(code, params))",
    "override async userProfile",
  ],
  "app/emails/send-emails.server.ts new Resend": [
    "Promise.race([sending, scheduler.wait(timeoutMs).then(() => noAnswer)])",
  ],
  "app/payments/stripe.server.ts new Stripe": ["const clientOptions = { timeout:", "...clientOptions"],
  "app/payments/stripe.server.ts fetch": ["Stripe.createFetchHttpClient(tracedFetch)"],
};

interface OutsideCall {
  name: string;
  isLimited: boolean;
}

function findOutsideCalls(file: string, text: string): OutsideCall[] {
  const found: OutsideCall[] = [];
  if (!/\b(fetch|new \w+)\(/.test(text)) return found;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const signals = /\bsignal = AbortSignal\.timeout\(/.test(text) ? /\bsignal\b/ : /AbortSignal\.timeout\(/;
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === "fetch")
      found.push({ name: `${file} fetch`, isLimited: signals.test(node.getText()) });
    if (ts.isNewExpression(node) && clients.includes(node.expression.getText()))
      found.push({ name: `${file} new ${node.expression.getText()}`, isLimited: false });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test("every call to somebody outside has a limit of time", () => {
  // The service worker asks the club itself, as the browser would.
  const files = globSync("app/**/*.{ts,tsx,mjs}", { cwd: root, exclude: ["app/browser/service-worker.ts"] });
  const calls = files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return findOutsideCalls(file, text).map((call) => ({ ...call, text }));
  });
  const names = new Set(calls.map(({ name }) => name));
  expect(names.size).toBeGreaterThan(8);
  const isLimited = ({ name, isLimited, text }: (typeof calls)[number]) =>
    isLimited || (otherLimits[name]?.every((part) => text.includes(part)) ?? false);
  expect(calls.filter((call) => !isLimited(call)).map(({ name }) => name)).toEqual([]);
  expect(
    Object.keys(otherLimits).filter((name) => !names.has(name)),
    "gone",
  ).toEqual([]);
});

test("a call without a limit is found", () => {
  const found = findOutsideCalls("x.ts", 'await fetch(url, { method: "POST" }); new Stripe(key);');
  expect(found).toEqual([
    { name: "x.ts fetch", isLimited: false },
    { name: "x.ts new Stripe", isLimited: false },
  ]);
});
