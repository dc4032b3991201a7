import { expect, test } from "vitest";
import { previewNames, renderPreview } from "#app/emails/render-email.server.ts";
import { standbyExplanations, type UnmetNeed } from "#app/lib/standby-reasons.ts";

const origin = "https://club.example";

test("tells nobody that somebody avoids them: for the rules the words are those for too few diners", () => {
  expect(renderPreview(origin, "on-standby-rules")).toEqual(renderPreview(origin, "on-standby"));
});

test("calls a dinner a dinner in every email", () => {
  for (const name of previewNames) expect(renderPreview(origin, name)?.text, name).not.toMatch(/\bevening/i);
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

test("previews every reason that a booking is confirmed, moved or on standby", () => {
  const texts = previewNames.map((name) => renderPreview(origin, name)?.text ?? "");
  for (const sentence of [
    "your table has moved to another restaurant",
    "too many people at your table canceled",
    ...Object.values(standbyExplanations),
  ])
    expect(texts.join("\n"), sentence).toContain(sentence);
});

test("gives no hope of a free seat to whom no restaurant suits, and links to the answers", () => {
  for (const [name, questionIds] of Object.entries({
    diet: "11",
    price: "15",
    access: "25",
    venue: "11,15",
  })) {
    const { text = "" } = renderPreview(origin, `on-standby-${name}`) ?? {};
    expect(text).toContain(standbyExplanations[name as UnmetNeed]);
    expect(text).toContain("A later dinner with other restaurants may suit you");
    expect(text).toContain(`${origin}/quiz?only=${questionIds}`);
    expect(text).toContain("You’re on standby until");
    expect(text).not.toMatch(/next free seat|We look until/);
    expect(text).not.toContain("Vegan");
  }
  const { text = "" } = renderPreview(origin, "on-standby-full") ?? {};
  expect(text).toContain("You get the next free seat that fits");
  expect(text).not.toContain("/quiz?only=");
});

test("says when somebody signed in, in the time of the owner’s city and not of whoever signed in", () => {
  const { text = "" } = renderPreview(origin, "new-sign-in") ?? {};
  expect(text).toContain("When: Friday, December 4, 6:00 PM in Budapest");
});
