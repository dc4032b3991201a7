import { expect, test } from "vitest";
import { writeTo } from "#app/lib/event/safety.ts";

test.each([
  ["anna@oten.example", "mailto:anna@oten.example?subject=Dinner%20again%3F&body=Hi%20Bence%2C%20it%20was"],
  ["+36 30 555-0101", "sms:+36305550101"],
])("a message to %s begins with one tap", (contact, start) => {
  expect(writeTo(contact, "Bence")?.slice(0, start.length)).toBe(start);
});

test.each(["@anna", "anna on Signal", "javascript:alert(1)", "a@b", "a@b.c?bcc=d@e.f", "a@b.c&body=x", ""])(
  "%j has no link",
  (contact) => expect(writeTo(contact, "Bence")).toBeNull(),
);
