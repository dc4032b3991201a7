import { expect, test } from "vitest";
import { emailRegistry } from "#app/emails/registry.ts";
import { emailKinds } from "#app/lib/email-kinds.ts";
import { findHtmlErrors, findJoinedWords } from "#tests/screens/check-html.ts";
import { renderEmails } from "#tests/screens/documents.ts";

test("every kind of email has a preview, of which pictures are taken", () => {
  const kinds = emailKinds.filter((kind) => kind !== "rendered");
  const without = kinds.filter((kind) => Object.keys(emailRegistry[kind].previews).length === 0);
  expect(without).toEqual([]);
});

test("every email is valid HTML, and runs no words together", async () => {
  const found: string[] = [];
  for (const { name, html } of renderEmails("https://club.example")) {
    const problems = [...(await findHtmlErrors(html, { isEmail: true })), ...findJoinedWords(html)];
    found.push(...problems.map((problem) => `${name}: ${problem}`));
  }
  expect(found).toEqual([]);
});
