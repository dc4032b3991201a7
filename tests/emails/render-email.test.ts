import { expect, test } from "vitest";
import { previewNames, renderPreview } from "#app/emails/render-email.server.ts";

const origin = "https://club.example";

test("tells nobody that somebody avoids them: for the rules the words are those for too few diners", () => {
  expect(renderPreview(origin, "on-standby-rules")).toEqual(renderPreview(origin, "on-standby"));
});

test("links only to the address of the club, in every email", () => {
  for (const name of previewNames) {
    const { text = "", html = "" } = renderPreview(origin, name) ?? {};
    const links = `${text} ${html}`.match(/https?:\/\/[^\s"<]+/g) ?? [];
    const elsewhere = links.filter(
      (link) => !link.startsWith(origin) && !link.startsWith("https://www.google.com/maps/"),
    );
    expect(elsewhere, name).toEqual([]);
  }
});

test("says when somebody signed in, in the time of the club and not of whoever signed in", () => {
  const { text = "" } = renderPreview(origin, "new-sign-in") ?? {};
  expect(text).toContain("When: Friday, December 4, 6:00 PM in Budapest");
});
