import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { previews } from "#app/emails/previews.ts";
import { emailKinds } from "#app/lib/email-kinds.ts";
import { findHtmlErrors, findJoinedWords } from "#tests/screens/check-html.ts";
import { renderEmails } from "#tests/screens/documents.ts";

test("every kind of email has a preview, of which pictures are taken", () => {
  expect(new Set(Object.values(previews).map(({ kind }) => kind))).toEqual(new Set(emailKinds));
});

test("the Worker has no previews", () => {
  expect(readFileSync(join(root, "build/server/index.js"), "utf8")).not.toContain("an-example-of-no-link");
});

test("every email is valid HTML, and runs no words together", async () => {
  const found: string[] = [];
  for (const { name, html } of renderEmails("https://club.example")) {
    const problems = [...(await findHtmlErrors(html, { isEmail: true })), ...findJoinedWords(html)];
    found.push(...problems.map((problem) => `${name}: ${problem}`));
  }
  expect(found).toEqual([]);
});

test("every email is sent in one place, by the sender that the club has set", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/^app\/(cli|make)\//.test(file),
  );
  const filesWith = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(root, file), "utf8"))).sort();
  const deliver = "app/emails/send-emails.server.ts";
  expect(filesWith(/from "resend"|api\.resend\.com\/emails/)).toEqual([deliver]);
  expect(filesWith(/env\.MAIL_FROM/)).toEqual([deliver, "app/operations/doctor/check.ts"]);
  expect(readFileSync(join(root, deliver), "utf8").match(/\bfrom: .*/g)).toEqual(["from: env.MAIL_FROM,"]);
  const ofSender = /["'`](?:from|sender|reply-to)["'`]: |\b(?:from|fromName|senderName|replyTo): ["'`]/i;
  expect(filesWith(ofSender), "name no sender: send-emails.server.ts does").toEqual([]);
});
