import { expect, test } from "vitest";
import { previewNames, renderPreview } from "#app/emails/previews.ts";
import { standbyExplanations, type UnmetNeed } from "#app/lib/booking/standby-reasons.ts";
import { club } from "#club";

const origin = "https://club.example";

/** What is above the heading, without the face of who signs. */
const readPicture = (name: string) => renderPreview(origin, name)?.html.split("<h1")[0] ?? "";

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
    "You have a seat all the same: table 7 at Kis Kakukk Vendéglő",
    "and no other seat suits you",
    "Too many people at your table canceled",
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
    const explanation = standbyExplanations[name as UnmetNeed];
    // The reason and what helps come first, and then what it costs.
    expect(text).toMatch(/^We couldn’t find a restaurant for you on Friday\n/);
    expect(text).toContain(
      `\n\nFinding one that suits you is our job, not yours.\n\nWe’re sorry, Zsófi. ${explanation} If your answer was a slip, you can change it below.\n\nStandby costs you nothing.\n\nYou’re on standby until Friday, December 4, 4:00 PM in Budapest. Then your booking ends: we’ll refund your deposit of 3000 HUF, and you’ll get priority`,
    );
    expect(text).toContain(`See other dinners:\n${origin}/dashboard/bookings/new`);
    expect(text).toContain(`Change your answer:\n${origin}/quiz?only=${questionIds}`);
    expect(text).not.toMatch(/comes free for you|look for a seat until/);
    expect(text).not.toContain("Vegan");
  }
  const { text = "" } = renderPreview(origin, "on-standby-full") ?? {};
  expect(text).toContain(
    "\n\nIf none comes free, it costs you nothing: we’ll refund your deposit of 3000 HUF.\n\nYour booking ends then, and you’ll get priority the next time you book.\n\n",
  );
  expect(text).not.toContain("/quiz?only=");
});

test("says what costs the deposit, and not that it is lost anyway", () => {
  const read = (name: string) => renderPreview(origin, name)?.text;
  expect(read("booking-confirmed")).toContain("If you cancel now or don’t come, we keep your deposit.");
  expect(read("reminder")).toContain(
    "If you cancel now or don’t come, we keep your deposit. If you can’t come, cancel: somebody on standby may get your seat.",
  );
  expect(read("booking-confirmed-off-standby")).toContain(
    "Canceling was free while you were on standby. If you cancel now or don’t come, we keep your deposit.",
  );
});

test("says when somebody signed in, in the time of the owner’s city and not of whoever signed in", () => {
  const { text = "" } = renderPreview(origin, "new-sign-in") ?? {};
  expect(text).toContain("When: Friday, December 4, 6:00 PM in Budapest");
});

test("leads from the booking to the day after, with what is free until when", () => {
  const read = (name: string) => (renderPreview(origin, name)?.text ?? "").split("\n\n");
  expect(read("booking-received").slice(3, 7)).toEqual([
    "Booked: Sunday, November 22",
    "Tables are made: Wednesday, December 2, 7:00 PM\nCanceling is free until then.",
    "Dinner: Friday, December 4, 7:00 PM in Budapest",
    "The day after: Saturday, December 5\nTell us who you’d like to meet again.\nWe’ll refund your deposit.",
  ]);
  expect(read("booking-received").join()).toContain(
    "Every table is for exactly five, so a few people may not get a seat at once.",
  );
  expect(read("on-standby")[1]).toBe(
    "We’ll keep looking until Friday, December 4, 4:00 PM in Budapest, and email you either way.",
  );
  expect(read("on-standby")).toContain("On standby, canceling is always free.");
  expect(read("on-standby").join()).not.toContain("The day after");
});

test("no email ends with a hash, and its headers alone keep it, to check later how the tables were made", () => {
  for (const name of previewNames)
    expect(renderPreview(origin, name)?.text, name).not.toMatch(/\b[0-9a-f]{32}|hash|fingerprint/i);
  const headersOf = (name: string) => (renderPreview(origin, name) as { headers?: object }).headers;
  for (const name of ["booking-confirmed", "on-standby"])
    expect(headersOf(name)).toMatchObject({ "X-Entries-Hash": expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test("the email to two who said yes opens a mail with a first line, if it has an address", () => {
  const read = (contact: string) => {
    const mutual = { firstName: "Dániel", contact, wantsSameTable: false };
    const { html, text } = renderPreview(origin, "meet-again", { mutual }) ?? { html: "", text: "" };
    expect(text).toContain(`\n\n${contact}\n\n`);
    expect(html).toContain(">Book the next one together<");
    const [, href = ""] = /<a href="([^"]*)"[^>]*><span[^>]*>Write to Dániel</.exec(html) ?? [];
    return decodeURIComponent(href.replaceAll("&amp;", "&"));
  };
  expect(read("daniel@example.com")).toMatch(
    /^mailto:daniel@example\.com\?subject=Our dinner at .*&body=Hi Dániel,\n\nit was good to meet you on Friday/,
  );
  for (const contact of ["+36 30 555 0142", "@daniel on Signal", "javascript:alert(1)", "a@b.c?bcc=d@e.f"])
    expect(read(contact)).toBe("");
});

test("who has no seat reads first that the club is sorry and why, then the refund by itself, and the next dinner", () => {
  const refund = "It costs you nothing: we’ll refund your deposit of 3000 HUF.";
  const leads: Record<string, string> = {
    "table-dissolved": "Please don’t set out.",
    "standby-ended": "You’ll get priority the next time you book.",
  };
  for (const name of ["standby-ended", "table-dissolved", "canceled-by-club", "canceled-by-club-seat"]) {
    const parts = (renderPreview(origin, name)?.text ?? "").split("\n\n").slice(1);
    const lead = leads[name];
    if (lead) expect(parts.shift()).toBe(lead);
    expect(parts[0], name).toMatch(/^We’re sorry/);
    const ofRefund = parts.indexOf(refund);
    expect([1, 2], name).toContain(ofRefund);
    expect(parts[ofRefund + 1], name).toBe("Most banks show it on the card within 5 to 10 days.");
    expect(parts, name).toContain(
      `Book Again\nNext dinner: Friday, December 11:\n${origin}/dashboard/bookings/new?event=next`,
    );
  }
});

test("a seat that is offered is named once with its time, and so is the answer’s end with its day", () => {
  const { text = "", html = "" } = renderPreview(origin, "seat-offered") ?? {};
  expect(text).toMatch(
    /^A seat for you on Friday, December 4\n\n[^:]*\n\nWe hold it for you until Tuesday, December 1, 4:00 PM\.\n\nWhen: /,
  );
  expect(text).toContain(
    "When: Friday, December 4, 6:00 PM\n\nWhere: Ferencváros or Újbuda\n\nPrice: Low to mid-range prices, paid there",
  );
  expect(text).toContain("Take the seat:\n");
  expect(text.split("Tuesday, December 1")).toHaveLength(2);
  expect(html).toContain(`background:${club.colors.you}`);
});

test("who is noted as a no-show reads until when they can answer, seven days from when the email leaves", () => {
  const sentAt = new Date("2026-12-06T10:00:00Z");
  expect(renderPreview(origin, "marked-absent", { sentAt })?.text).toContain(
    "Were you there? Then tell us by Sunday, December 13, 11:00 AM. ",
  );
});

test("the face of a diner keeps its color in the emails of an evening when somebody leaves the table", () => {
  const facesOf = (name: string) => readPicture(name).match(/\/faces\/[^"]+/g) ?? [];
  for (const name of ["diner-not-coming", "friend-not-coming"]) {
    expect(facesOf(name)).toHaveLength(4);
    expect(facesOf("booking-confirmed")).toEqual(expect.arrayContaining(facesOf(name)));
  }
});

test("an email about an account has the slim street, and of two who come together who hasn’t agreed has a dashed seat", () => {
  const read = (name: string) => renderPreview(origin, name)?.html ?? "";
  for (const name of ["account-exists", "change-email", "reset-password", "new-sign-in", "old-answers"]) {
    expect(read(name), name).toContain("/mail-street.png) center bottom / 420px");
    expect(readPicture(name), name).not.toMatch(/class="cloth"|\/faces\//);
  }
  const countDashed = (name: string) => read(name).split("2px dashed").length - 1;
  // The other three aren’t known yet.
  expect(countDashed("friend-joined")).toBe(3);
  expect(countDashed("together-noted")).toBe(4);
  expect(read("together-noted")).toContain(">Dániel?<");
});

test("an email lists the number that its button calls", () => {
  expect(renderPreview(origin, "club-message")?.text).toContain("\n\nCall Öten: +36 1 555 0199\n\n");
});

test("no preview has a word in braces that is filled in for nobody", () => {
  for (const name of previewNames) expect(renderPreview(origin, name)?.text, name).not.toMatch(/[{}]/);
});

test("is small enough that no email program cuts it off", () => {
  for (const name of previewNames)
    expect(renderPreview(origin, name)?.html.length, name).toBeLessThan(100_000);
});
